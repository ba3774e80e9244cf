import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Question } from './support/bench.ts';

const MAIN = join(import.meta.dirname, '..', 'dist', 'main.js');

/** How long from the command to ready, with a fresh data folder and with one that has been used? */
const question: Question = async () => {
  const home = await mkdtemp(join(tmpdir(), 'mnemograph-start-'));
  try {
    const first = await secondsToReady(home);
    const later = await secondsToReady(home);
    return [
      {
        question: 'start to ready, fresh data folder, runtime in the cache',
        figure: `${first.toFixed(1)} s`,
        raw: '',
        ratio: null,
        aim: '<= 90 s with the download',
      },
      { question: 'start to ready, later', figure: `${later.toFixed(1)} s`, raw: '', ratio: null, aim: '<= 15 s' },
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
export default question;

async function secondsToReady(home: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, MNEMOGRAPH_HOME: home, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('/graphql')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const seconds = (performance.now() - began) / 1000;
  child.kill('SIGINT');
  await once(child, 'exit');
  return seconds;
}
