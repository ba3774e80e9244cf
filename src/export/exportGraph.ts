import type { Database } from '../database/database.ts';
import { readEmbeddingModels } from '../database/embeddingModels.ts';
import { integer } from '../database/values.ts';
import { withoutUnset } from '../hook/wire/values.ts';
import { LINK_RELATIONS } from '../link/memoryLink.ts';
import { isWithin } from '../namespace/path.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import {
  EPISODE_KEY_DIVIDER,
  FORMAT,
  FORMAT_VERSION,
  RECORD_KINDS,
  type ExportLine,
  type HeaderLine,
  type RecordKind,
} from './format.ts';
import { linkLine, WIRED_LINK_PROPERTIES, type ExportedLinkRow } from './linkLine.ts';
import { memoryLine, WIRED_MEMORY_PROPERTIES, type ExportedMemoryRow } from './memoryLine.ts';
import { pagesOf } from './pages.ts';
import { propertiesToWire } from './typedProperties.ts';

/** What to export. */
export interface ExportWish {
  /** This namespace and what lies below it; all when absent. */
  readonly namespace?: string | undefined;
  /** Also the vectors, which an import of the same model then need not make anew. */
  readonly vectors: boolean;
}

type Types = readonly (readonly [string, string])[];
type Properties = Readonly<Record<string, unknown>>;
type Lines = AsyncGenerator<readonly ExportLine[]>;

/**
 * The graph as text, a page of lines at a time. What is committed before it begins is in it; of what is written meanwhile
 * some may be.
 */
export async function* exportGraph(
  database: Database,
  wish: ExportWish,
  progress: StepProgress,
): AsyncGenerator<string> {
  const counts: Record<string, number> = {};
  const [{ count } = { count: 0 }] = await database.read<{ count: number }>('database/count-memories');
  yield `${JSON.stringify(await header(database, wish))}\n`;
  const parts: readonly (readonly [string, Lines, number?])[] = [
    ['namespaces', namespaces(database, wish)],
    ['links', links(database, wish)],
    ['steps of episodes', steps(database, wish)],
    ['episodes', episodes(database, wish)],
    ['memories', memories(database, wish), count],
    ['earlier versions', versions(database, wish)],
    ['names of entities', aliases(database, wish)],
    ['other records', records(database, wish)],
  ];
  for (const [name, pages, expected] of parts) {
    progress.begin(name, wish.namespace === undefined ? expected : undefined);
    for await (const lines of pages) {
      for (const { kind } of lines) counts[kind] = (counts[kind] ?? 0) + 1;
      yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      progress.advance(lines.length);
    }
    progress.end();
  }
  yield `${JSON.stringify({ kind: 'end', counts })}\n`;
}

async function header(database: Database, { namespace, vectors }: ExportWish): Promise<HeaderLine> {
  const { slot, of } = await readEmbeddingModels(database);
  const stored = vectors ? of[slot] : null;
  return {
    kind: 'header',
    format: FORMAT,
    version: FORMAT_VERSION,
    ...(namespace === undefined ? {} : { namespace }),
    ...(stored ? { embedding_model: { model: stored.model, dimensions: stored.dimensions } } : {}),
  };
}

async function* namespaces(database: Database, wish: ExportWish): Lines {
  const namespace = wish.namespace ?? null;
  const parameters = { namespace, wired: ['path', 'name', 'depth'] };
  type Row = { path: string; wanted: boolean; properties: Properties; types: Types };
  for await (const rows of pagesOf<Row>(database, 'export/namespaces', (row) => row.path, parameters))
    yield rows
      .filter(({ wanted }) => wanted)
      .map(({ path, properties, types }) =>
        withoutUnset({ kind: 'namespace' as const, path, properties: propertiesToWire(properties, types) }),
      );
}

async function* links(database: Database, wish: ExportWish): Lines {
  const namespace = wish.namespace ?? null;
  type Row = ExportedLinkRow & { linkKey: string };
  for (const relation of LINK_RELATIONS) {
    const parameters = { relation, namespace, wired: WIRED_LINK_PROPERTIES };
    for await (const rows of pagesOf<Row>(database, 'export/links', (row) => row.linkKey, parameters))
      yield rows.filter(({ sourceId }) => sourceId !== null).map((row) => linkLine(relation, row));
  }
}

async function* steps(database: Database, wish: ExportWish): Lines {
  const namespace = wish.namespace ?? null;
  for await (const rows of pagesOf<{ id: string; next: string[] }>(database, 'export/next', (row) => row.id, {
    namespace,
  }))
    yield rows.flatMap(({ id, next }) =>
      [...next].sort().map((to) => ({ kind: 'next' as const, from_id: id, to_id: to })),
    );
}

async function* episodes(database: Database, { namespace }: ExportWish): Lines {
  type Row = { key: string; lastAt: string; lastId: string | null; lastNamespace: string | null };
  const wanted = (path: string | null) => namespace === undefined || (path !== null && isWithin(path, namespace));
  for await (const rows of pagesOf<Row>(database, 'export/episodes', (row) => row.key, {}))
    yield rows
      .filter(({ lastNamespace }) => wanted(lastNamespace))
      .map(({ key, lastAt, lastId }) =>
        withoutUnset({
          kind: 'episode' as const,
          key: key.split(EPISODE_KEY_DIVIDER),
          last_at: lastAt,
          last_id: lastId ?? undefined,
        }),
      );
}

async function* memories(database: Database, wish: ExportWish): Lines {
  const { vectors } = wish;
  const namespace = wish.namespace ?? null;
  const parameters = { namespace, vectors, wired: WIRED_MEMORY_PROPERTIES };
  type Row = { id: string } & ({ record: null } | ExportedMemoryRow);
  for await (const rows of pagesOf<Row>(database, 'export/memories', (row) => row.id, parameters))
    yield rows.flatMap((row) => (row.record === null ? [] : [memoryLine(row)]));
}

async function* versions(database: Database, wish: ExportWish): Lines {
  type Row = { memoryId: string; version: number; wanted: boolean; properties: Properties; types: Types };
  const pages = pagesOf<Row>(
    database,
    'export/versions',
    ({ memoryId, version }) => ({ memoryId, version: integer(version) }),
    { namespace: wish.namespace ?? null },
    { memoryId: '', version: integer(0) },
  );
  for await (const rows of pages)
    yield rows
      .filter(({ wanted }) => wanted)
      .map(({ memoryId, version, properties, types }) => ({
        kind: 'version' as const,
        memory_id: memoryId,
        version,
        properties: propertiesToWire(properties, types) ?? {},
      }));
}

async function* aliases(database: Database, wish: ExportWish): Lines {
  type Row = { key: string; memoryId: string; wanted: boolean; properties: Properties; types: Types };
  const parameters = { namespace: wish.namespace ?? null };
  for await (const rows of pagesOf<Row>(database, 'export/aliases', ({ key }) => key, parameters))
    yield rows
      .filter(({ wanted }) => wanted)
      .map(({ key, memoryId, properties, types }) => ({
        kind: 'entity_alias' as const,
        key,
        memory_id: memoryId,
        properties: propertiesToWire(properties, types) ?? {},
      }));
}

async function* records(database: Database, wish: ExportWish): Lines {
  type Row = { key: string; wanted: boolean; properties: Properties; types: Types };
  for (const [kind, { label }] of Object.entries(RECORD_KINDS) as [RecordKind, { label: string }][]) {
    const parameters = { label, namespace: wish.namespace ?? null };
    for await (const rows of pagesOf<Row>(database, 'export/records', ({ key }) => key, parameters))
      yield rows
        .filter(({ wanted }) => wanted)
        .map(({ properties, types }) => ({ kind, properties: propertiesToWire(properties, types) ?? {} }));
  }
}
