import { z } from 'zod';
import { AUDITED_PROPERTIES, memoryDigest, type AuditedState } from '../database/auditDigest.ts';
import { revisionOf } from '../database/auditRevision.ts';
import { toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { memoryIdSchema } from '../memory/bounds.ts';
import type { MemoryKind } from '../memory/memory.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { memoryBytes, type SignedMemory } from './canonical.ts';
import { lookAgain } from './lookAgain.ts';
import { verified, type NamedKey, type Verification } from './verification.ts';

const inputSchema = z.object({ id: memoryIdSchema });

/** What was found about one memory. */
export interface MemoryVerification extends Verification {
  readonly memoryId: string;
}

/** `verifyMemory`: whether a memory is as its author signed it, and as the audit chain knows it. */
export const verifyMemory: Operation<z.output<typeof inputSchema>, void, MemoryVerification> = {
  name: 'verifyMemory',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, { id }) {
    const [found] = await verifyMemories(context, [id]);
    if (!found) throw notFound('memory', id);
    return found;
  },
};

/** Verifies memories that the caller may read, live or archived; what is hidden or missing is left out. */
export async function verifyMemories(context: OperationContext, ids: readonly string[]): Promise<MemoryVerification[]> {
  const found = await lookAgain(
    await look(context, ids),
    ({ audit }) => audit === 'DIFFERS',
    (doubtful) =>
      look(
        context,
        doubtful.map(({ memoryId }) => memoryId),
      ),
  );
  const byId = new Map(found.map((one) => [one.memoryId, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface Row extends AuditedState {
  readonly id: string;
  readonly record: Readonly<Record<string, never>>;
  readonly key: NamedKey | null;
  readonly revision: Readonly<Record<string, never>> | null;
}

async function look(
  { services, principal, bookmarks }: OperationContext,
  ids: readonly string[],
): Promise<MemoryVerification[]> {
  const rows = await services.database.read<Row>(
    'signature/memories',
    { ids, now: toLocalDateTime(services.clock()), audited: AUDITED_PROPERTIES, reader: readerOf(principal) },
    { bookmarks },
  );
  return rows.map(judged);
}

function judged({ id, record, key, revision, ...state }: Row): MemoryVerification {
  const memory = signedFrom(record);
  return {
    memoryId: id,
    ...verified({
      ...{ signature: record['signature'] ?? null, signedBy: record['signedBy'] ?? null, key },
      attestLevel: record['attestLevel'] ?? 'UNSIGNED',
      agentId: memory.agentId,
      signedAt: memory.createdAt,
      bytes: memoryBytes(memory),
      revision: revision && revisionOf(revision),
      digest: memoryDigest(state),
    }),
  };
}

/** What is signed, as it stands there: who changes a node past the server may have put anything in its place. */
function signedFrom(record: Row['record']): SignedMemory {
  return {
    agentId: String(record['agentId']),
    namespace: String(record['namespace']),
    title: String(record['title']),
    content: String(record['content']),
    memoryKind: String(record['memoryKind']) as MemoryKind,
    createdAt: String(record['createdAt']),
  };
}
