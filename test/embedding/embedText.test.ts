import { expect, test } from '@jest/globals';
import { embeddingText } from '../../src/embedding/embedText.ts';

test('a memory is embedded as its title and its content, with a space between', () => {
  expect(embeddingText('Outage of 3 May', 'The cluster lost a node.')).toBe('Outage of 3 May The cluster lost a node.');
});
