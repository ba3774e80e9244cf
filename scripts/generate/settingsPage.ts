import { describeSettings } from '../../src/config.ts';
import type { GeneratedFile } from './generatedFile.mjs';
import { tableRow } from './tableRow.ts';

const HEAD = `<!-- Generated from src/config.ts by \`npm run generate\`. Do not edit. -->

# Settings

All settings are environment variables, and all have a default that works: \`npm start\` needs none. An empty variable counts
as absent. A value that cannot be used stops the start with a message that names it.

`;

/** The page about all settings. */
export function settingsPage(): GeneratedFile {
  const rows = describeSettings().map(({ name, description, fallback }) =>
    tableRow([`\`${name}\``, description, fallback === null || fallback === '' ? '' : `\`${fallback}\``]),
  );
  return {
    path: 'docs/settings.md',
    text: `${HEAD}${[tableRow(['Setting', 'Meaning', 'Default']), tableRow(['---', '---', '---']), ...rows].join('\n')}\n`,
  };
}
