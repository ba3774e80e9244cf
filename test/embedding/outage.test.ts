import { expect, test } from '@jest/globals';
import { Outage } from '../../src/embedding/outage.ts';
import { logBook } from './logBook.ts';

/** `f` at 3 means that texts failed at second 3; `s` that they succeeded. */
test.each([
  ['one failure', ['f0'], ['fails']],
  ['many failures', ['f0', 'f1', 'f60'], ['fails']],
  ['never a failure', ['s0', 's60'], []],
  ['over', ['f0', 's11', 's12'], ['fails', 'answers']],
  ['flapping', ['f0', 's1', 'f2', 's3', 'f4', 's5'], ['fails']],
  ['two outages', ['f0', 's11', 'f20', 's31'], ['fails', 'answers', 'fails', 'answers']],
])('%s', (_, story, expected) => {
  let seconds = 0;
  const { logger, messages } = logBook();
  const outage = new Outage(() => seconds * 1000);
  for (const step of story) {
    seconds = Number(step.slice(1));
    if (step.startsWith('f')) outage.failed(new Error('down'), logger, 2);
    else outage.succeeded(logger);
  }
  expect(messages.map((message) => /fails|answers/.exec(message)?.[0])).toEqual(expected);
});
