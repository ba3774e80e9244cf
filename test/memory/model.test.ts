import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { freshNamespace } from '../support/client.ts';
import { caller } from '../support/memories.ts';
import { COMMANDS } from './model/commands.ts';
import { GraphModel } from './model/graphModel.ts';

const seed = Date.now() & 0x7fffffff;

/**
 * Random sequences of operations against the server and against a model of a hundred lines: the same answers, and the
 * same graph after each step. A failure prints the seed and the shortest sequence that shows it.
 */
test(`the server does what the model does (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 30 }), async (commands) => {
      const namespace = freshNamespace('model');
      const real = { client: caller({ agentId: 'modeller', namespace }), namespace };
      await fc.asyncModelRun(() => ({ model: new GraphModel(), real }), commands);
    }),
    { seed, numRuns: 8, endOnFailure: false },
  );
  expect(seed).toBeGreaterThan(0);
}, 600_000);
