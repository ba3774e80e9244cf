import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { HttpClient } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import type { Row } from '../support/memories.ts';

/** What stands in the middle of a long text. */
export const FACT = 'The spare key of the boathouse hangs behind the blue barometer in the hall.';
/** It, with a paragraph around it. */
export const PARAGRAPH = `\n\nFrom the lake: ${FACT} Whoever has lost the first one takes it, unlocks the boathouse and brings it back.\n\n`;
/** What asks for it in other words. */
export const QUESTION = 'How do I get into the shed for boats when I lost what unlocks it?';

/** Office prose on many things, none of which is a key or a lake. */
const SENTENCES = [
  'The quarterly report was sent to the auditors on a Monday afternoon.',
  'Marketing asked for three more colours in the spring brochure.',
  'The printer on the second floor needs a new drum every other month.',
  'Our supplier of paper raised prices by four percent last year.',
  'The canteen serves lentil soup whenever the cook is in a good mood.',
  'Two interns presented their work on the accounting software.',
  'A meeting about parking spaces took longer than the one about salaries.',
  'The new database cluster answers in under five milliseconds.',
  'Nobody has watered the plants in the corridor since the holidays.',
  'The insurance contract runs until the end of the fiscal year.',
];

/** About `bytes` of office prose with a text in the middle. */
export function longText(bytes: number, middle = PARAGRAPH): string {
  const half = (offset: number) => {
    let text = '';
    for (let n = 0; text.length < bytes / 2; n++)
      text += `${SENTENCES[(n * 7 + offset) % SENTENCES.length]}${n % 9 === 8 ? '\n\n' : ' '}`;
    return text;
  };
  return `${half(0)}${middle} ${half(3)}`;
}

/** What the passage of a hit says. */
export function said({ passage, memory }: Row): string | null {
  const { start, end } = (passage ?? {}) as { start: number; end: number };
  return passage === null
    ? null
    : Buffer.from(memory.content as string)
        .subarray(start, end)
        .toString();
}

/** Waits until all of a memory can be found by meaning. */
export async function ready(client: HttpClient, id: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { memory } = await client.run<{ memory: Row }>('query ($id: ID!) { memory(id: $id) { embeddingStatus } }', {
      id,
    });
    if (memory['embeddingStatus'] === 'READY') return;
    await sleep(200);
  }
  throw new Error(`${id} got no vectors`);
}

/** What recall filters by inside the index. */
const FILTERS = ['audience', 'targetAgentId', 'scope', 'namespace', 'tier', 'memoryKind', 'createdAt', 'liveUntil'];

interface Kept extends Record<string, unknown> {
  readonly labels: string[];
  readonly start: number;
  readonly end: number;
  readonly follows: boolean;
}

/** The passages of a memory, and whether each carries what the memory does. */
export async function kept(id: string): Promise<Kept[]> {
  return await askGraph<Kept>(
    `MATCH (m:MemoryRecord {id: $id})<-[:PASSAGE_OF]-(p)
     RETURN labels(p) AS labels, p.start AS start, p.end AS end,
       all(name IN $filters WHERE coalesce(toString(p[name]), '') = coalesce(toString(m[name]), '')) AS follows
     ORDER BY start`,
    { id, filters: FILTERS },
  );
}

/** Expects that a memory has passages, and that each carries what the memory does. */
export async function follow(id: string, label = 'Passage'): Promise<void> {
  const passages = await kept(id);
  expect(passages.length).toBeGreaterThan(1);
  for (const passage of passages) expect(passage).toMatchObject({ labels: [label], follows: true });
}
