import { describe, expect, test } from '@jest/globals';
import { baselineOf, derivedConfidence, signalsOf } from '../../src/memory/confidence.ts';
import { decayedConfidence } from '../../src/memory/confidenceDecay.ts';
import type { Tier } from '../../src/memory/memory.ts';
import { freshNamespace } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, DELETE, LINK, store, update, type Row } from '../support/memories.ts';

const home = freshNamespace('confidence');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });
const FIELDS = 'id confidence confidenceSource confidenceSignals';
const DAY = 86_400_000;

describe('the source of a confidence is', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['DEFAULT when nothing is said', {}, { confidence: 1, confidenceSource: 'DEFAULT' }],
    ['DEFAULT for null', { confidence: null }, { confidence: 1, confidenceSource: 'DEFAULT' }],
    ['CALLER_PROVIDED when given', { confidence: 1 }, { confidence: 1, confidenceSource: 'CALLER_PROVIDED' }],
    ['CALLER_PROVIDED for 0', { confidence: 0 }, { confidence: 0, confidenceSource: 'CALLER_PROVIDED' }],
    [
      'CALLER_PROVIDED, whatever else could be derived',
      { confidence: 0.3, deriveConfidence: true },
      { confidence: 0.3, confidenceSource: 'CALLER_PROVIDED' },
    ],
  ])('%s', async (title, input, expected) => {
    expect(await store(ann, { title, namespace: home, ...input }, FIELDS)).toMatchObject({
      ...expected,
      confidenceSignals: null,
    });
  });

  test('CALLER_PROVIDED after an update of it, and stays after others', async () => {
    const { id } = await store(ann, { title: 'updated', namespace: home });
    expect(await update(ann, id, { priority: 3 }, FIELDS)).toMatchObject({ confidenceSource: 'DEFAULT' });
    expect(await update(ann, id, { confidence: 0.9 }, FIELDS)).toMatchObject({ confidenceSource: 'CALLER_PROVIDED' });
  });
});

describe('a derived confidence', () => {
  const derive = (title: string, more: Record<string, unknown>) =>
    store(ann, { title, namespace: home, deriveConfidence: true, ...more }, FIELDS);
  const signals = (more: Record<string, unknown> = {}) => ({
    ...{
      source_age_days: 0,
      atom_derivation: false,
      prior_corroboration_count: 0,
      freshness_factor: 1,
      baseline_per_source: 0.5,
    },
    ...more,
  });

  test('is recorded with its signals', async () => {
    expect(await derive('plain', {})).toMatchObject({
      confidence: 0.5,
      confidenceSource: 'AUTO_DERIVED',
      confidenceSignals: signals(),
    });
  });

  test('is higher for what was cut from a source', async () => {
    const span = { sourceUri: 'doc:cut', sourceSpan: { start: 0, end: 9 } };
    expect(await derive('cut', span)).toMatchObject({
      confidence: 0.6,
      confidenceSignals: signals({ atom_derivation: true }),
    });
  });

  test('counts live memories of the namespace that the writer may read and that share entity or source', async () => {
    const about = { entityId: 'ada', sourceUri: 'doc:log' };
    await store(ann, { title: 'both', namespace: home, ...about });
    await store(ann, { title: 'entity', namespace: home, entityId: 'ada' });
    await store(bob, { title: 'source', namespace: home, sourceUri: 'doc:log', scope: 'COLLECTIVE' });
    await store(bob, { title: 'hidden', namespace: home, ...about });
    await store(ann, { title: 'elsewhere', namespace: `${home}/below`, ...about });
    const { id } = await store(ann, { title: 'gone', namespace: home, ...about });
    await ann.run(DELETE, { id });
    const { confidence, confidenceSignals } = await derive('corroborated', about);
    expect(confidenceSignals).toEqual(signals({ prior_corroboration_count: 3 }));
    expect(confidence).toBeCloseTo(0.5 + 0.05 * Math.log10(4), 12);
    // A memory that moves takes its entity and source along.
    const { id: moved } = await store(ann, { title: 'moved', namespace: `${home}/from`, entityId: 'bea' });
    await update(ann, moved, { namespace: `${home}/to` });
    expect((await derive('to', { namespace: `${home}/to`, entityId: 'bea' }))['confidenceSignals']).toMatchObject({
      prior_corroboration_count: 1,
    });
    expect((await derive('from', { namespace: `${home}/from`, entityId: 'bea' }))['confidenceSignals']).toMatchObject({
      prior_corroboration_count: 0,
    });
  });

  test('nears the baseline with age', async () => {
    const createdAt = new Date(Date.now() - 30 * DAY).toISOString();
    const { confidence, confidenceSignals } = await derive('old', {
      createdAt,
      sourceUri: 'doc:old',
      sourceSpan: { start: 0, end: 1 },
    });
    expect(confidenceSignals.source_age_days).toBeCloseTo(30, 3);
    expect(confidenceSignals.freshness_factor).toBeCloseTo(0.5, 4);
    expect(confidence).toBeCloseTo(0.5 * (0.6 - 0.02 * Math.LN2) + 0.25, 4);
  });

  test.each<[number, boolean, number, number]>([
    [0, false, 0, 0.5],
    [0, true, 0, 0.6],
    [0, false, 9, 0.55],
    [0, true, 99, 0.7],
    [-5, false, 0, 0.5],
    [30, false, 0, 0.5 * (0.5 - 0.02 * Math.LN2) + 0.25],
    [300, true, 9, 2 ** -10 * (0.65 - 0.2 * Math.LN2) + (1 - 2 ** -10) * 0.5],
    [0, true, 10 ** 12, 1],
  ])('of %s days, atom %s, %s corroborations is %s', (age, atom, corroborations, expected) => {
    expect(derivedConfidence(signalsOf(age, atom, corroborations))).toBeCloseTo(expected, 10);
  });
});

describe('decayConfidence', () => {
  const DECAY = `mutation ($namespace: String!, $limit: Int, $key: String) {
    decayConfidence(namespace: $namespace, limit: $limit, idempotencyKey: $key) { decayedCount pending { id } } }`;
  const namespace = `${home}/decay`;
  const admin = caller();
  const decay = async (more: Record<string, unknown> = {}) =>
    (await admin.run<Row>(DECAY, { namespace, ...more }))['decayConfidence'].decayedCount as number;
  const aged = (id: string, days: number, property = 'updatedAt') =>
    askGraph(
      `MATCH (m:Memory {id: $id}) SET m[$property] = localdatetime.realtime('UTC') - duration({days: toInteger($days)})`,
      { id, days, property },
    );

  test('writes what a confidence has become, when, and a version', async () => {
    const { id } = await store(ann, { title: 'old', namespace, confidence: 0.8 });
    const { id: recalled } = await store(ann, { title: 'old but recalled', namespace });
    const { id: fresh } = await store(ann, { title: 'fresh', namespace });
    const { id: elsewhere } = await store(ann, { title: 'elsewhere', namespace: `${namespace}/below` });
    for (const old of [id, recalled, elsewhere]) await aged(old, 30);
    await aged(recalled, 0, 'lastAccessedAt');
    const untouched = [recalled, fresh, elsewhere];
    const read = (one: string) =>
      ann.run<Row>(`query ($id: ID!) { memory(id: $id) { ${FIELDS} version } }`, { id: one });
    const before = await Promise.all(untouched.map(read));

    expect(await decay({ key: 'once' })).toBe(1);
    const { memory } = await ann.run<Row>(
      `query ($id: ID!) { memory(id: $id) { confidence confidenceSource confidenceDecayedAt version
        history { version confidence changed } } }`,
      { id },
    );
    expect(memory).toMatchObject({ confidence: expect.closeTo(0.4, 4), confidenceSource: 'DECAYED', version: 2 });
    expect(Date.now() - Date.parse(memory.confidenceDecayedAt)).toBeLessThan(60_000);
    expect(memory.history).toEqual([
      {
        ...{ version: 2, confidence: memory.confidence },
        changed: ['confidence', 'confidenceSource', 'confidenceDecayedAt'],
      },
      { version: 1, confidence: 0.8, changed: [] },
    ]);
    expect(await Promise.all(untouched.map(read))).toEqual(before);
    expect(await decay()).toBe(0);
    expect(await decay({ key: 'once' })).toBe(1);
    await aged(id, 30);
    expect(await decay()).toBe(1);
    expect((await read(id))['memory'].confidence).toBeCloseTo(0.2, 4);
  });

  test('takes so many at a time', async () => {
    const many = await Promise.all(
      Array.from({ length: 5 }, (_, n) => store(ann, { title: `many ${n}`, namespace: `${namespace}/many` })),
    );
    for (const { id } of many) await aged(id as string, 2);
    const place = { namespace: `${namespace}/many`, limit: 3 };
    expect([await decay(place), await decay(place), await decay(place)]).toEqual([3, 2, 0]);
  });

  test.each([
    ['an agent', { namespace: home }, ann, 'FORBIDDEN'],
    ['no row', { namespace: home, limit: 0 }, admin, 'BAD_USER_INPUT'],
    ['too many', { namespace: home, limit: 501 }, admin, 'BAD_USER_INPUT'],
  ])('is refused: %s', async (_, variables, who, code) => {
    const before = await fingerprint(home);
    expect(await who.refusal(DECAY, variables)).toMatchObject({ code });
    expect(await fingerprint(home)).toBe(before);
  });
});

describe('calibrateConfidence', () => {
  const CALIBRATE = `mutation ($namespace: String!, $limit: Int, $key: String) {
    calibrateConfidence(namespace: $namespace, limit: $limit, idempotencyKey: $key) {
      calibratedCount baselines { source memories contested baseline } pending { id } } }`;
  const admin = caller();
  const calibrate = async (namespace: string, more: Record<string, unknown> = {}) =>
    (await admin.run<Row>(CALIBRATE, { namespace, ...more }))['calibrateConfidence'] as Row;
  const DAYS_30 = new Date(Date.now() - 30 * DAY).toISOString();
  /** Memories of 30 days ago, of which freshness and baseline have an equal say. */
  const derived = (namespace: string, title: string, more: Record<string, unknown> = {}) =>
    store(admin, { title, namespace, deriveConfidence: true, createdAt: DAYS_30, tier: 'LONG', ...more });

  test('gives sources their worth by what was contradicted, and derived confidences by that', async () => {
    const namespace = `${home}/calibrate`;
    const wrong = await derived(namespace, 'rumour', { source: 'hook' });
    const right = await derived(namespace, 'fact', { source: 'user' });
    const given = await store(admin, { title: 'given', namespace, confidence: 0.9, source: 'user' });
    await admin.run(LINK, { input: { sourceId: right['id'], targetId: wrong['id'], relation: 'CONTRADICTS' } });
    const before = await fingerprint(namespace);

    const answer = await calibrate(namespace, { key: 'once' });
    expect(answer).toEqual({
      calibratedCount: 2,
      baselines: [
        { source: 'hook', memories: 1, contested: 1, baseline: expect.closeTo(1 / 3, 10) },
        { source: 'user', memories: 2, contested: 0, baseline: 0.75 },
      ],
      pending: null,
    });
    const read = async ({ id }: Row) =>
      (await admin.run<Row>(`query ($id: ID!) { memory(id: $id) { ${FIELDS} version history { changed } } }`, { id }))[
        'memory'
      ];
    const derivedHalf = 0.5 * (0.5 - 0.02 * Math.LN2);
    expect(await read(wrong)).toMatchObject({
      ...{ confidence: expect.closeTo(derivedHalf + 0.5 / 3, 3), confidenceSource: 'CALIBRATED', version: 2 },
      confidenceSignals: { baseline_per_source: expect.closeTo(1 / 3, 10) },
      history: [{ changed: ['confidence', 'confidenceSource', 'confidenceSignals'] }, { changed: [] }],
    });
    expect(await read(right)).toMatchObject({ confidence: expect.closeTo(derivedHalf + 0.375, 3) });
    expect(await read(given)).toMatchObject({ confidence: 0.9, confidenceSource: 'CALLER_PROVIDED', version: 1 });
    expect(await fingerprint(namespace)).not.toBe(before);

    const settled = await fingerprint(namespace);
    expect((await calibrate(namespace))['calibratedCount']).toBe(0);
    expect(await calibrate(namespace, { key: 'once' })).toEqual(answer);
    expect(await fingerprint(namespace)).toBe(settled);
  });

  test('takes so many at a time', async () => {
    const namespace = `${home}/calibrate-many`;
    await Promise.all(Array.from({ length: 5 }, (_, n) => derived(namespace, `many ${n}`)));
    const counts = [];
    for (let call = 0; call < 3; call++) counts.push((await calibrate(namespace, { limit: 3 }))['calibratedCount']);
    expect(counts).toEqual([3, 2, 0]);
  });

  test.each([
    ['an agent', { namespace: home }, ann, 'FORBIDDEN'],
    ['no row', { namespace: home, limit: 0 }, admin, 'BAD_USER_INPUT'],
    ['too many', { namespace: home, limit: 501 }, admin, 'BAD_USER_INPUT'],
    ['no namespace', { namespace: '' }, admin, 'BAD_USER_INPUT'],
  ])('is refused: %s', async (_, variables, who, code) => {
    const before = await fingerprint(home);
    expect(await who.refusal(CALIBRATE, variables)).toMatchObject({ code });
    expect(await fingerprint(home)).toBe(before);
  });

  test.each([
    [0, 0, 0.5],
    [1, 0, 2 / 3],
    [1, 1, 1 / 3],
    [98, 0, 0.99],
  ])('of %s memories, %s contested, a source is worth %s', (memories, contested, expected) => {
    expect(baselineOf(memories, contested)).toBeCloseTo(expected, 10);
  });
});

describe('decay', () => {
  const start = new Date('2026-01-01T00:00:00Z');
  const after = (days: number) => new Date(start.getTime() + days * DAY);
  test.each<[number, number, Tier, number]>([
    [1, 0, 'MID', 1],
    [1, 30, 'MID', 0.5],
    [0.8, 60, 'MID', 0.2],
    [1, 1, 'SHORT', 0.5],
    [1, 365, 'LONG', 0.5],
    [1, -3, 'MID', 1],
    [0, 100, 'SHORT', 0],
  ])('of %s after %s days in %s is %s', (base, days, tier, expected) => {
    expect(decayedConfidence(base, start, after(days), tier)).toBeCloseTo(expected, 12);
  });

  test('in two steps is decay in one', () => {
    const half = decayedConfidence(0.9, start, after(11), 'MID');
    expect(decayedConfidence(half, after(11), after(47), 'MID')).toBeCloseTo(
      decayedConfidence(0.9, start, after(47), 'MID'),
      12,
    );
  });
});
