import { fromIso, integer } from '../database/values.ts';
import type { Write } from '../database/writer.ts';
import { RECORD_KINDS } from '../export/format.ts';
import { propertiesFromWire } from '../export/typedProperties.ts';
import { lineage } from '../namespace/path.ts';
import type { ImportRow } from './row.ts';
import { linkWrite } from './writeLink.ts';
import { memoryWrite, type ImportSettings } from './writeMemory.ts';

/** What nobody is told of. */
const SILENT: Pick<Write, 'events' | 'recover'> = { events: () => [], recover: () => ({ outcome: 'OK' }) };

/** The write of a row, by its kind. */
export function writeOf(row: ImportRow, settings: ImportSettings): Write {
  switch (row.kind) {
    case 'memory':
      return memoryWrite(row, settings);
    case 'link':
      return linkWrite(row, settings.actor);
    case 'next':
      return {
        statement: 'import/next',
        row: { fromId: row.fromId, toId: row.toId },
        keys: [`next:${row.fromId}|${row.toId}`],
        ...SILENT,
      };
    case 'episode':
      return {
        statement: 'import/episode',
        row: { key: row.key, lastAt: fromIso(row.lastAt), lastId: row.lastId },
        keys: [`episode:${row.key}`],
        ...SILENT,
      };
    case 'namespace':
      return {
        statement: 'import/namespace',
        row: { path: row.path, properties: propertiesFromWire(row.properties) },
        keys: [`namespace:${row.path}`],
        namespaces: lineage(row.path),
        ...SILENT,
      };
    case 'version':
      return {
        statement: 'import/version',
        row: {
          memoryId: row.memoryId,
          version: integer(row.version),
          properties: propertiesFromWire(row.properties),
        },
        keys: [`version:${row.memoryId}|${row.version}`],
        ...SILENT,
      };
    case 'entity_alias':
      return {
        statement: 'import/alias',
        row: { key: row.key, memoryId: row.memoryId, properties: propertiesFromWire(row.properties) },
        keys: [`alias:${row.key}`],
        ...SILENT,
      };
    case 'pending_action':
    case 'purge':
    case 'persona_counter': {
      const { label } = RECORD_KINDS[row.kind];
      return {
        statement: 'import/record',
        row: { label, key: row.key, properties: propertiesFromWire(row.properties) },
        keys: [`${label}:${row.key}`],
        ...SILENT,
      };
    }
  }
}
