import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CriticalityLevel, diff, type Change } from '@graphql-inspector/core';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLSchema } from 'graphql';

const released = readSchema('./released.graphql');
const served = readSchema('../../schema/printed.graphql');
const unreleased = /## \[Unreleased\]([^]*?)(?=\n## \[|$)/.exec(read('../../CHANGELOG.md'))?.[1] ?? '';

/**
 * `released.graphql` is the API that clients are written against; a release copies `schema/printed.graphql` over it. What breaks
 * them is named, by its path in backticks, in the changelog's Unreleased section, under a heading with "Breaking".
 */
test('a change that breaks clients is announced in the changelog', async () => {
  expect(unannounced(await breaking(released, served), unreleased)).toEqual([]);
});

describe('what is seen as breaking', () => {
  const before = 'type Query { a(x: Int): Int! b: String } enum E { X Y } input I { x: Int }';
  test.each([
    ['nothing', before, []],
    ['a new field', `${before} extend type Query { c: Int }`, []],
    ['a field gone', before.replace('b: String', ''), ['Query.b']],
    ['a field that may be null now', before.replace('Int!', 'Int'), ['Query.a']],
    ['an argument that must be given now', before.replace('x: Int)', 'x: Int!)'), ['Query.a.x']],
    ['an enum value gone', before.replace('Y ', ''), ['E.Y']],
    ['an input field that must be given now', before.replace('{ x: Int }', '{ x: Int! }'), ['I.x']],
  ])('%s', async (_case, after, paths) => {
    const changes = await breaking(buildSchema(before), buildSchema(after));
    expect(changes.map(({ path }) => path)).toEqual(paths);
  });

  test.each([
    ['### Breaking\n\n- `Query.b` is gone.', []],
    ['### Changed\n\n- `Query.b` is gone.', ['Query.b']],
    ['### Breaking\n\n- Something else.', ['Query.b']],
    ['', ['Query.b']],
  ])('announced as %j, still to be announced are %j', async (changelog, paths) => {
    const changes = await breaking(buildSchema(before), buildSchema(before.replace('b: String', '')));
    expect(unannounced(changes, changelog)).toEqual(paths);
  });
});

async function breaking(before: GraphQLSchema, after: GraphQLSchema): Promise<Change[]> {
  return (await diff(before, after)).filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking);
}

/** Paths of changes that no section about breaking changes names. */
function unannounced(changes: readonly Change[], changelog: string): string[] {
  const section = /### Breaking([^]*?)(?=\n### |$)/.exec(changelog)?.[1] ?? '';
  return changes.flatMap(({ path = '' }) => (section.includes(`\`${path}\``) ? [] : [path]));
}

function readSchema(path: string): GraphQLSchema {
  return buildSchema(read(path));
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
}
