import { ERROR_CODES, type ErrorCode } from '../../src/errors.ts';
import { PROTOCOL_CODES } from '../../src/server/protocolCodes.ts';
import type { GeneratedFile } from './generatedFile.mjs';
import { tableRow } from './tableRow.ts';

const HEAD = `<!-- Generated from src/errors.ts and src/server/protocolCodes.ts by \`npm run generate\`. Do not edit. -->

# Errors

A refusal is a GraphQL error. Its \`extensions.code\` is one of those below, and \`extensions.details\`, where there are any,
holds what a program needs to react. "Again" says whether the same request may succeed later without a change.

"Somebody must approve first" is not an error: the payload's \`pending\` is set, and what would have been made is null.
`;

/** The page about all codes that a client can meet. */
export function errorsPage(): GeneratedFile {
  const text = [
    HEAD,
    '## Refusals of an operation\n',
    ...table(ERROR_CODES),
    '\n## Requests that reach no operation\n',
    ...table(PROTOCOL_CODES),
  ];
  return { path: 'docs/errors.md', text: `${text.join('\n')}\n` };
}

function table(codes: Readonly<Record<string, ErrorCode>>): string[] {
  return [
    tableRow(['Code', 'When', 'What to do', 'Again']),
    tableRow(['---', '---', '---', '---']),
    ...Object.entries(codes).map(([name, { meaning, advice, retryable }]) =>
      tableRow([`\`${name}\``, meaning, advice, retryable ? 'yes' : 'no']),
    ),
  ];
}
