import { expect, test } from '@jest/globals';
import { statements } from '../../src/generated/statements.ts';

// Whoever teaches the graph a new kind of node or relationship decides here whether it moves.

const MOVED = [
  ...['Memory', 'MemoryRecord', 'ArchivedMemory', 'MemoryVersion', 'Namespace', 'Episode'],
  ...['PendingAction', 'Purge', 'PersonaCounter', 'EntityAlias'],
  ...[
    'RELATED_TO',
    'SUPERSEDES',
    'CONTRADICTS',
    'DERIVED_FROM',
    'DERIVES_FROM',
    'REFLECTS_ON',
    'NEXT',
    'LAST',
    'VERSION_OF',
    'ALIAS_OF',
  ],
];

/** What stays behind, and why. */
const LEFT: Readonly<Record<string, string>> = {
  IN_NAMESPACE: 'follows from the memory',
  CHILD_OF: 'follows from the paths',
  EmbeddingModel: 'in the header, with vectors',
  IdempotencyRecord: 'answers to repetitions of requests to this database',
  OutboxCounter: 'places in the order of this database',
  OutboxEvent: 'what happened in this database',
  Lease: 'who works on this database',
  VOTED: 'votes of those who are known to this database',
  QuotaUsage: 'counted anew where quotas are set',
  HookDefinition: "the hooks of this database's servers",
  HookExecutionRecord: 'what hooks did in this database',
  EXECUTED: 'what hooks did in this database',
  TRIGGERED_BY: 'what hooks did in this database',
  Agent: 'who may act on this database',
  AgentKey: 'who may act on this database',
  ApiToken: 'who may act on this database',
  HAS_KEY: 'who may act on this database',
  Migration: 'the shape of this database',
  AuditRevision: 'what happened in this database',
  PurgeRevision: 'what happened in this database',
  OF: 'what happened in this database',
  AuditHead: 'what happened in this database',
  GovernancePolicy: 'who may do what in this database',
  GOVERNED_BY: 'who may do what in this database',
  HAS_STANDARD: 'who may do what in this database',
  INHERITS_FROM: 'who may do what in this database',
  GovernanceRoot: 'made by a migration',
  RelationLock: 'made by a migration',
  PASSAGE_OF: 'made anew with the vectors',
  Passage: 'made anew with the vectors',
  ArchivedPassage: 'made anew with the vectors',
};

test('every label and type of the statements moves, or stays for a reason', () => {
  const text = Object.entries(statements)
    .filter(([name]) => !name.startsWith('migrations/'))
    .map(([, statement]) => statement.replace(/'[^']*'/g, "''"))
    .join('\n');
  const named = [...text.matchAll(/[([]\w*((?::[A-Z]\w*(?:\|[A-Z]\w*)*)+)/g)].flatMap(
    ([, names]) => names?.split(/[:|]/) ?? [],
  );
  const found = [...new Set(named)].filter((name) => name !== '');
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((name) => !MOVED.includes(name) && !(name in LEFT))).toEqual([]);
});
