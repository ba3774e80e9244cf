import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { HttpClient } from '../../support/client.ts';
import { askGraph } from '../../support/graph.ts';
import { DELETE, LINK, storeDocument, UPDATE, type Row } from '../../support/memories.ts';
import { RELATIONS, TIERS, type GraphModel, type ModelMemory, type Relation, type Tier } from './graphModel.ts';

/** The server under test, seen by one agent from one namespace of its own. */
export interface RealGraph {
  readonly client: HttpClient;
  readonly namespace: string;
}

/** One step: the same act on both, the same answer from both, and afterwards the same graph. */
abstract class Step implements fc.AsyncCommand<GraphModel, RealGraph> {
  check(): boolean {
    return true;
  }

  async run(model: GraphModel, real: RealGraph): Promise<void> {
    const wanted = this.expected(model);
    const answer = await this.act(model, real);
    if (typeof wanted === 'string') expect([this.toString(), answer]).toEqual([this.toString(), wanted]);
    else wanted(answer);
    expect(await seen(real)).toEqual(model.view());
  }

  /** A refusal's code; or what to do to the model with the answer. Must not change the model itself. */
  protected abstract expected(model: GraphModel): string | ((answer: Row | string) => void);
  /** The server's answer, or the code of its refusal. */
  protected abstract act(model: GraphModel, real: RealGraph): Promise<Row | string>;
  abstract toString(): string;
}

/** A step that is about the memory an arbitrary number stands for. */
abstract class StepOnOne extends Step {
  readonly which: number;

  constructor(which: number) {
    super();
    this.which = which;
  }
}

/** What the agent sees of its namespace: in lists, in counts and through links. */
async function seen({ client, namespace }: RealGraph): Promise<unknown> {
  const { memories, stats } = await client.run<{ memories: Row[]; stats: Row }>(
    `query ($namespace: String!) {
      stats(namespace: $namespace) { total linksCount }
      memories(where: { namespace: { eq: $namespace } }, limit: 200) {
        id title content tags tier version links(direction: OUT) { relation targetId }
      }
    }`,
    { namespace },
  );
  const rows = memories
    .map(({ links, ...memory }) => ({
      ...memory,
      links: (links as Row[]).map(({ relation, targetId }) => `${relation} ${targetId}`).sort(),
    }))
    .sort((a, b) => ((a as Row)['id'] < (b as Row)['id'] ? -1 : 1));
  expect([stats['total'], stats['linksCount']]).toEqual([rows.length, rows.flatMap(({ links }) => links).length]);
  return rows;
}

async function send(client: HttpClient, document: string, variables: Record<string, unknown>): Promise<Row | string> {
  const { data, errors } = await client.send<Row>(document, variables);
  return errors?.[0]?.extensions.code ?? Object.values(data ?? {})[0];
}

const FIELDS = 'id title content tags tier version';
const NOBODY = 'nobody-has-this-id';
const idOf = (memory: ModelMemory | undefined): string => memory?.id ?? NOBODY;
const higher = (a: Tier, b: Tier): Tier => (TIERS.indexOf(a) > TIERS.indexOf(b) ? a : b);

interface Text {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly tier: Tier;
}

class Store extends Step {
  readonly text: Text;
  readonly onConflict: 'ERROR' | 'MERGE' | 'VERSION';

  constructor(text: Text, onConflict: 'ERROR' | 'MERGE' | 'VERSION') {
    super();
    this.text = text;
    this.onConflict = onConflict;
  }

  protected expected(model: GraphModel) {
    const { title, content, tags, tier } = this.text;
    const holder = model.holderOf(title);
    if (holder && this.onConflict === 'ERROR') return 'CONFLICT';
    return (answer: Row | string) => {
      const { created, memory } = answer as Row;
      if (holder && this.onConflict === 'MERGE') {
        expect([created, memory.id]).toEqual([false, holder.id]);
        Object.assign(holder, { content, tags, tier: higher(holder.tier, tier), version: holder.version + 1 });
        return;
      }
      const free = holder ? model.numbered(title) : title;
      expect([created, memory.title]).toEqual([true, free]);
      model.take(free);
      model.memories.push({ id: memory.id, title: free, content, tags, tier, version: 1, state: 'live' });
    };
  }

  protected act(_model: GraphModel, { client, namespace }: RealGraph) {
    return send(client, storeDocument(FIELDS), {
      input: { ...this.text, namespace, onConflict: this.onConflict, force: true },
    });
  }

  toString(): string {
    return `store ${JSON.stringify(this.text)} ${this.onConflict}`;
  }
}

class Update extends StepOnOne {
  readonly fields: Partial<Text>;
  readonly expects: 'nothing' | 'the version' | 'an old version';

  constructor(which: number, fields: Partial<Text>, expects: 'nothing' | 'the version' | 'an old version') {
    super(which);
    this.fields = fields;
    this.expects = expects;
  }

  protected expected(model: GraphModel) {
    const memory = model.pick(this.which);
    const { title, tier } = this.fields;
    if (memory?.state !== 'live') return 'NOT_FOUND';
    if (this.expects === 'an old version') return 'VERSION_CONFLICT';
    if (tier && TIERS.indexOf(tier) < TIERS.indexOf(memory.tier)) return 'BAD_USER_INPUT';
    const holder = title === undefined ? undefined : model.holderOf(title);
    if (holder && holder !== memory) return 'CONFLICT';
    return (answer: Row | string) => {
      if (title !== undefined) model.take(title);
      Object.assign(memory, this.fields, { version: memory.version + 1 });
      expect((answer as Row)['memory'].version).toBe(memory.version);
    };
  }

  protected act(model: GraphModel, { client }: RealGraph) {
    const memory = model.pick(this.which);
    const version = memory?.version ?? 1;
    const expectedVersion = { nothing: null, 'the version': version, 'an old version': version + 7 }[this.expects];
    return send(client, UPDATE(FIELDS), { id: idOf(memory), input: this.fields, expectedVersion });
  }

  toString(): string {
    return `update ${this.which} ${JSON.stringify(this.fields)} expecting ${this.expects}`;
  }
}

class Link extends Step {
  readonly ends: readonly [number, number];
  readonly relation: Relation;

  constructor(ends: readonly [number, number], relation: Relation) {
    super();
    this.ends = ends;
    this.relation = relation;
  }

  protected expected(model: GraphModel) {
    const [source, target] = this.ends.map((end) => model.pick(end));
    if (source?.state !== 'live' || target?.state !== 'live') return 'NOT_FOUND';
    if (source === target) return 'BAD_USER_INPUT';
    const link = { sourceId: source.id, targetId: target.id, relation: this.relation };
    const there = model.has(link);
    if (!there && model.closesCircle(link)) return 'LINK_CYCLE';
    return (answer: Row | string) => {
      expect((answer as Row)['created']).toBe(!there);
      if (!there) model.links.push(link);
    };
  }

  protected act(model: GraphModel, { client }: RealGraph) {
    const [sourceId, targetId] = this.ends.map((end) => idOf(model.pick(end)));
    return send(client, LINK, { input: { sourceId, targetId, relation: this.relation } });
  }

  toString(): string {
    return `link ${this.ends.join(' to ')} as ${this.relation}`;
  }
}

class Delete extends StepOnOne {
  protected expected(model: GraphModel) {
    const memory = model.pick(this.which);
    if (memory?.state !== 'live') return 'NOT_FOUND';
    return () => {
      memory.state = 'archived';
    };
  }

  protected act(model: GraphModel, { client }: RealGraph) {
    return send(client, DELETE, { id: idOf(model.pick(this.which)) });
  }

  toString(): string {
    return `delete ${this.which}`;
  }
}

class Promote extends StepOnOne {
  readonly toTier: Tier;

  constructor(which: number, toTier: Tier) {
    super(which);
    this.toTier = toTier;
  }

  protected expected(model: GraphModel) {
    // Nothing rises to the lowest tier, whatever it is.
    if (this.toTier === 'SHORT') return 'BAD_USER_INPUT';
    const memory = model.pick(this.which);
    if (memory?.state !== 'live') return 'NOT_FOUND';
    if (TIERS.indexOf(this.toTier) < TIERS.indexOf(memory.tier)) return 'BAD_USER_INPUT';
    return () => {
      if (memory.tier === this.toTier) return;
      memory.tier = this.toTier;
      memory.version += 1;
    };
  }

  protected act(model: GraphModel, { client }: RealGraph) {
    return send(
      client,
      `mutation ($id: ID!, $toTier: Tier) { promoteMemory(id: $id, toTier: $toTier) { memory { ${FIELDS} } } }`,
      { id: idOf(model.pick(this.which)), toTier: this.toTier },
    );
  }

  toString(): string {
    return `promote ${this.which} to ${this.toTier}`;
  }
}

class Forget extends Step {
  readonly tier: Tier;
  readonly dryRun: boolean;

  constructor(tier: Tier, dryRun: boolean) {
    super();
    this.tier = tier;
    this.dryRun = dryRun;
  }

  protected expected(model: GraphModel) {
    return (answer: Row | string) => {
      const forgotten = model.live.filter(({ tier }) => tier === this.tier);
      expect((answer as Row)['count']).toBe(forgotten.length);
      if (!this.dryRun) for (const memory of forgotten) memory.state = 'archived';
    };
  }

  protected act(_model: GraphModel, { client, namespace }: RealGraph) {
    return send(client, 'mutation ($input: ForgetInput!) { forgetMemories(input: $input) { count } }', {
      input: { namespace, tier: this.tier, dryRun: this.dryRun },
    });
  }

  toString(): string {
    return `forget all ${this.tier}${this.dryRun ? ', as a try' : ''}`;
  }
}

class Restore extends StepOnOne {
  protected expected(model: GraphModel) {
    const memory = model.pick(this.which);
    if (!memory) return 'NOT_FOUND';
    if (memory.state === 'live' || model.holderOf(memory.title)) return 'CONFLICT';
    return () => {
      model.take(memory.title);
      memory.state = 'live';
      memory.version += 1;
    };
  }

  protected act(model: GraphModel, { client }: RealGraph) {
    return send(client, `mutation ($id: ID!) { restoreMemory(id: $id) { memory { ${FIELDS} } } }`, {
      id: idOf(model.pick(this.which)),
    });
  }

  toString(): string {
    return `restore ${this.which}`;
  }
}

/** Time goes by for one memory: its end is moved into the past where no client can. */
class Expire extends StepOnOne {
  protected expected(model: GraphModel) {
    const memory = model.pick(this.which);
    return () => {
      if (memory?.state === 'live') memory.state = 'expired';
    };
  }

  protected async act(model: GraphModel) {
    await askGraph(
      `MATCH (m:MemoryRecord&Memory {id: $id})
       SET m.expiresAt = localdatetime() - duration({minutes: 1}), m.liveUntil = localdatetime() - duration({minutes: 1})`,
      { id: idOf(model.pick(this.which)) },
    );
    return '';
  }

  toString(): string {
    return `expire ${this.which}`;
  }
}

const title = fc.constantFrom('alpha', 'beta', 'alpha (2)', 'γάμμα');
const content = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }).map((text) => `said: ${text}`);
const tags = fc.uniqueArray(fc.constantFrom('red', 'green', 'blue'));
const tier = fc.constantFrom(...TIERS);
const which = fc.nat({ max: 11 });
const text = fc.record({ title, content, tags, tier });

/** Everything that may happen, in any order. */
export const COMMANDS: fc.Arbitrary<fc.AsyncCommand<GraphModel, RealGraph>>[] = [
  fc.tuple(text, fc.constantFrom('ERROR', 'MERGE', 'VERSION')).map((all) => new Store(...all)),
  fc.tuple(text, fc.constantFrom('ERROR', 'VERSION')).map((all) => new Store(...all)),
  fc
    .tuple(
      which,
      fc.record({ title, content, tags, tier }, { requiredKeys: [] }),
      fc.constantFrom('nothing', 'the version', 'an old version'),
    )
    .map((all) => new Update(...all)),
  fc.tuple(fc.tuple(which, which), fc.constantFrom(...RELATIONS)).map((all) => new Link(...all)),
  which.map((one) => new Delete(one)),
  which.map((one) => new Expire(one)),
  fc.tuple(which, tier).map((all) => new Promote(...all)),
  fc.tuple(tier, fc.boolean()).map((all) => new Forget(...all)),
  which.map((one) => new Restore(one)),
];
