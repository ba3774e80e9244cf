import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { lineage } from '../namespace/path.ts';
import { effectivePolicyOf, type EffectivePolicy, type PolicyFacts } from './effectivePolicy.ts';
import { fromProperties, type PolicyProperties } from './policyNode.ts';

const MOST_KEPT = 10_000;

/** A policy, and whether it was read just now. */
export interface ReadPolicy {
  readonly policy: EffectivePolicy;
  readonly fresh: boolean;
}

/**
 * The policies of namespaces as this server knows them. What it keeps may be out of date: a commit is compared with the
 * version in the graph, and a refusal is checked against it before it is given (ADR 0016).
 */
export class Policies {
  readonly #database: Database;
  readonly #kept = new LRUCache<string, EffectivePolicy>({ max: MOST_KEPT });
  readonly #reading = new Map<string, Promise<EffectivePolicy>>();
  #newest = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The policy of a namespace; one read of the graph when it is not kept. */
  async of(namespace: string): Promise<ReadPolicy> {
    const kept = this.#kept.get(namespace);
    if (kept) return { policy: kept, fresh: false };
    const under = this.#reading.get(namespace);
    // What another began to read may have been read before something changed: as good as kept, no better.
    if (under) return { policy: await under, fresh: false };
    const reading = this.read(namespace).finally(() => this.#reading.delete(namespace));
    this.#reading.set(namespace, reading);
    return { policy: await reading, fresh: true };
  }

  /** The policy of a namespace as it is now. */
  async read(namespace: string, bookmarks?: readonly string[]): Promise<EffectivePolicy> {
    const [found] = await this.#database.read<Omit<PolicyFacts, 'policies'> & { policies: PolicyProperties[] }>(
      'governance/policies',
      { lineage: lineage(namespace) },
      { bookmarks },
    );
    if (!found) throw new Error('the graph has no outbox counter');
    const policy = effectivePolicyOf(namespace, { ...found, policies: found.policies.map(fromProperties) });
    this.saw(policy.version);
    if (policy.version === this.#newest) this.#kept.set(namespace, policy);
    return policy;
  }

  /** The version in the graph; what is kept of older ones is forgotten. */
  async version(): Promise<number> {
    const [found] = await this.#database.read<{ version: number }>('governance/version');
    const version = found?.version ?? 0;
    this.saw(version);
    return version;
  }

  /** Takes note of a version that was met; what is kept of older ones is forgotten. */
  saw(version: number): void {
    if (version <= this.#newest) return;
    this.#newest = version;
    this.forget();
  }

  /** Forgets all: a policy was changed here. */
  forget(): void {
    this.#kept.clear();
    this.#reading.clear();
  }
}
