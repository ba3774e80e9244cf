import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { aliasRule } from '../../src/server/guard/aliasRule.ts';

const schema = buildSchema(readFileSync('schema/printed.graphql', 'utf8'));
const judged = (document: string) =>
  validate(schema, parse(document), [aliasRule]).map(({ message }) => /^"(\w+)" cannot/.exec(message)?.[1]);

describe('an alias of a memory', () => {
  test.each<[string, string, string[]]>([
    ['of its own name', '{ memories { id: id links { relation } } }', []],
    ['of no meaning', '{ memories { name: title links { relation } } }', []],
    ['that stands for the id', '{ memories { id: title links { relation } } }', ['id']],
    ['in a fragment', '{ memories { ...F } } fragment F on Memory { id: title }', ['id']],
    ['further down', '{ memories { relatedTo { id: namespace } } }', ['id']],
    ['of another type', '{ namespaces { id: path } }', []],
  ])('%s', (_name, document, refused) => {
    expect(judged(document)).toEqual(refused);
  });

  test('is refused for every property that the schema says others are worked out from', () => {
    const needed = readdirSync('schema')
      .filter((name) => name.endsWith('.graphql') && name !== 'printed.graphql')
      .flatMap((name) => [
        ...readFileSync(`schema/${name}`, 'utf8').matchAll(/@customResolver\(requires: "([^"]+)"\)/g),
      ])
      .flatMap(([, names = '']) => names.split(' '));
    const clash = [...new Set(needed)];
    expect(clash).toContain('metadataJson');
    expect(judged(`{ memories { ${clash.map((name) => `${name}: title`).join(' ')} } }`)).toEqual(clash);
  });
});
