import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { HookFolder } from '../support/hookFolder.ts';

const run = promisify(execFile);
const folder = new HookFolder();
const program = fileURLToPath(new URL('./outOfFiles.ts', import.meta.url));

afterAll(() => folder.remove());

describe('a server that is out of files', () => {
  test.each([
    ['for a moment: tries again and succeeds', 150, 5000, { value: { action: 'allow' } }, [150, 4000]],
    ['for long: gives up after its tries', 2500, 10_000, { error: expect.stringContaining('EMFILE') }, [1260, 2450]],
    ['for longer than the budget: stops trying', 1000, 120, { error: 'budget over' }, [20, 950]],
  ] as [string, number, number, object, [number, number]][])(
    '%s',
    async (_, giveBackAfter, budget, outcome, [least, most]) => {
      const hook = folder.bash('allow.sh', `echo '{"action":"allow"}'`);
      const command = `ulimit -n 64; exec "$@"`;
      const { stdout } = await run(
        'bash',
        [
          '-c',
          command,
          'bash',
          process.execPath,
          '--import',
          'tsx',
          program,
          String(giveBackAfter),
          hook,
          String(budget),
        ],
        {
          env: { PATH: process.env['PATH'] },
        },
      );
      const said = JSON.parse(stdout) as { took: number; taken: number };
      expect(said).toMatchObject(outcome);
      expect(said.taken).toBeGreaterThan(5);
      expect(said.took).toBeGreaterThanOrEqual(least - 20);
      expect(said.took).toBeLessThan(most);
    },
  );
});
