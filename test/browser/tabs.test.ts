import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { Kind, parse, validate } from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import { publicSchema } from '../../src/schema/publicSchema.ts';
import { DOCUMENTS } from '../../ui/playground/documents.ts';
import { TAB_VARIABLES } from '../../ui/playground/tabVariables.ts';

const TABS = new URL('../../ui/playground/tabs/', import.meta.url);
const schema = await publicSchema();
const files = readdirSync(TABS).filter((name) => name.endsWith('.graphql'));

describe('the tabs of the playground', () => {
  test('have one file and one set of variables each', () => {
    const names = Object.keys(TAB_VARIABLES).map((name) => `${name.toLowerCase()}.graphql`);
    expect(files.sort()).toEqual(names.sort());
  });

  test.each(files)('%s explains itself, then asks one thing that the schema allows', (file) => {
    const text = readFileSync(new URL(file, TABS), 'utf8');
    expect(/^(#.*\n){2,6}/.exec(text)?.[0]).toBeDefined();
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);

    const [operation, ...others] = document.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation');
    expect(others).toEqual([]);
    const name = operation.name?.value as keyof typeof TAB_VARIABLES;
    expect(file).toBe(`${name.toLowerCase()}.graphql`);
    expect(getVariableValues(schema, operation.variableDefinitions ?? [], TAB_VARIABLES[name])).not.toHaveProperty(
      'errors',
    );
    expect(operation.variableDefinitions?.map((definition) => definition.variable.name.value)).toEqual(
      Object.keys(TAB_VARIABLES[name]),
    );
  });

  test.each(Object.entries(DOCUMENTS))('what the page asks by itself, %s, is allowed as well', (_name, text) => {
    expect(validate(schema, parse(text))).toEqual([]);
  });
});
