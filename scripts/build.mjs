// @ts-check
// Brings dist/ up to date: generated sources, the server, the pages. Whatever is built from the same files already is left
// as it is, so that `npm start` and `npm test` may ask each time. `--force` builds all.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fingerprint } from './build/fingerprint.mjs';
import { removeOrphans } from './build/removeOrphans.mjs';
import { root, write } from './generate/generatedFile.mjs';
import { statements } from './generate/statements.mjs';
import { typeDefinitions } from './generate/typeDefinitions.mjs';

const require = createRequire(import.meta.url);
/** The fingerprints of what dist/ was built from, by part. */
const NOTE = join(root, 'dist/built-from.json');

/** What is built: from which files and folders, how, and a file that tells that it is there. */
const parts = [
  {
    name: 'server',
    from: ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'],
    proof: 'dist/main.js',
    build() {
      run('typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
      removeOrphans(join(root, 'dist'), join(root, 'src'));
    },
  },
  {
    name: 'playground',
    from: ['ui', 'package-lock.json'],
    proof: 'dist/ui/playground/index.html',
    build: () => run('vite/bin/vite.js', ['build', '--config', 'ui/playground/vite.config.ts', '--logLevel', 'warn']),
  },
];

write(statements());
write(typeDefinitions());
if (process.argv.includes('--force')) rmSync(NOTE, { force: true });
const noted = readNote();
for (const part of parts) {
  const current = fingerprint(root, part.from);
  if (noted[part.name] === current && existsSync(join(root, part.proof))) continue;
  if (!canBuild()) {
    // An installation without dev dependencies runs what was built before it.
    console.error(
      `The ${part.name} is not built from these sources, and the dev dependencies that build it are absent.`,
    );
    if (!existsSync(join(root, part.proof))) console.error('Run `npm install`, without `--omit=dev`.');
    continue;
  }
  // Standard output may be an export's.
  console.error(`Building the ${part.name} …`);
  part.build();
  noted[part.name] = current;
  writeFileSync(NOTE, `${JSON.stringify(noted, null, 2)}\n`);
}

/** @returns {Record<string, string>} */
function readNote() {
  try {
    return JSON.parse(readFileSync(NOTE, 'utf8'));
  } catch {
    return {};
  }
}

function canBuild() {
  return ['typescript', 'vite'].every((name) => existsSync(join(root, 'node_modules', name)));
}

/**
 * Runs a program of a dev dependency; ends the build with its code when it fails.
 * @param {string} program the package and the path within
 * @param {string[]} parameters
 */
function run(program, parameters) {
  const [name = '', ...path] = program.split('/');
  const file = join(dirname(require.resolve(`${name}/package.json`)), ...path);
  try {
    execFileSync(process.execPath, [file, ...parameters], { cwd: root, stdio: 'inherit' });
  } catch (error) {
    process.exit(/** @type {{ status?: number }} */ (error).status || 1);
  }
}
