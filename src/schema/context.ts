import type DataLoader from 'dataloader';
import type { Principal } from '../agent/principal.ts';
import type { Session } from '../database/database.ts';
import { toLocalDateTime } from '../database/values.ts';
import { readFilterClaims } from '../governance/audience.ts';
import type { MemoryLink } from '../link/memoryLink.ts';
import type { MemoryVersion } from '../memory/history.ts';
import type { Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { Services } from '../pipeline/services.ts';
import type { Bookmarks } from '../server/bookmarks.ts';
import { memoryLoader } from './loaders.ts';

/** What one GraphQL operation carries. Loaders live as long as it does, so that nobody sees what another loaded. */
export interface GraphContext {
  readonly operation: OperationContext;
  readonly bookmarks: Bookmarks;
  readonly memories: DataLoader<string, Memory | null>;
  readonly linkLoaders: Map<string, DataLoader<string, readonly MemoryLink[]>>;
  readonly historyLoaders: Map<string, DataLoader<string, readonly MemoryVersion[]>>;
  /** For the filters of the generated reads. */
  readonly jwt: ReturnType<typeof readFilterClaims>;
  readonly now: unknown;
  /** Where the generated reads run. */
  readonly executionContext: { session(config: { defaultAccessMode?: 'READ' | 'WRITE' }): Session };
  readonly cypherQueryOptions: { readonly addVersionPrefix: true };
}

/** Makes the context of one operation. */
export function graphContext(services: Services, principal: Principal, received: readonly string[]): GraphContext {
  const operation: OperationContext = { services, principal, bookmarks: received };
  return {
    operation,
    bookmarks: {
      received,
      latest: () => (services.database.bookmarks.length > 0 ? services.database.bookmarks : received),
    },
    memories: memoryLoader((ids) => readMemories(operation, ids)),
    linkLoaders: new Map(),
    historyLoaders: new Map(),
    jwt: readFilterClaims(principal),
    now: toLocalDateTime(services.clock()),
    executionContext: {
      session: ({ defaultAccessMode }) => services.database.session(defaultAccessMode ?? 'READ', received),
    },
    cypherQueryOptions: { addVersionPrefix: true },
  };
}
