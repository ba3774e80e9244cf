import { closeSync, openSync } from 'node:fs';
import { ExecExecutor } from '../../../src/hook/exec/execExecutor.ts';
import { hookOf } from '../support/hooks.ts';

/**
 * Runs as a process with a low limit on open files: takes them all, gives them back after `argv[2]` ms, and meanwhile
 * fires the hook `argv[3]`, whose budget is `argv[4]` ms. Prints what came of it.
 */
const [, , giveBackAfter = '0', command = '', budget = '0'] = process.argv;
const executor = new ExecExecutor({ environment: { PATH: process.env['PATH'] } });
// The first run opens what stays open.
await executor.run(hookOf({ command }), { event: 'pre_store', payload: {} }, new AbortController().signal);

const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  setTimeout(() => taken.forEach((file) => closeSync(file)), Number(giveBackAfter));
}
const signal = new AbortController();
const timer = setTimeout(() => signal.abort(new Error('budget over')), Number(budget));
const begin = performance.now();
const outcome = await executor.run(hookOf({ command }), { event: 'pre_store', payload: {} }, signal.signal).then(
  ({ value }) => ({ value }),
  (error: Error) => ({ error: error.message }),
);
clearTimeout(timer);
process.stdout.write(`${JSON.stringify({ ...outcome, took: performance.now() - begin, taken: taken.length })}\n`);
