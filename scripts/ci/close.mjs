// @ts-check
// Prints the closing line of a run: `node scripts/ci/close.mjs <report of jest --json>`.
import { existsSync, readFileSync } from 'node:fs';
import { closingLine } from './closingLine.mjs';

const [report = ''] = process.argv.slice(2);
console.log(closingLine(existsSync(report) ? readFileSync(report, 'utf8') : null));
