import type { Outcome } from '../database/writer.ts';
import { badUserInput } from '../errors.ts';
import { readerOf, readersOf } from '../governance/audience.ts';
import { changedProperties, changeOf } from '../memory/change.ts';
import { editSourceOf } from '../memory/editSource.ts';
import { embedMemory } from '../memory/embed.ts';
import type { Memory } from '../memory/memory.ts';
import { fromRecord, type MemoryRecord } from '../memory/record.ts';
import { commit, type Committed } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { Holder } from './holder.ts';
import { contentOf, nameKeys, nameRecords, otherNames } from './names.ts';
import { MOST_ALIASES } from './registerInput.ts';
import type { RegisterResult } from './registerResult.ts';

/**
 * Adds names to an entity that is there. Nothing is written when it has them all. Its content goes on to list its names,
 * unless somebody wrote another one.
 * @throws OperationRefused BAD_USER_INPUT when it would have too many
 */
export async function joinHolder(
  context: OperationContext,
  { memory, names }: Holder,
  more: readonly string[],
): Promise<Committed<RegisterResult>> {
  const known = names.map(({ alias }) => alias);
  const before = otherNames(memory.title, known);
  const aliases = otherNames(memory.title, [...known, ...more]);
  if (aliases.length > MOST_ALIASES)
    throw badUserInput('aliases', `at most ${MOST_ALIASES} in all`, `${aliases.length} entries`);
  const keys = new Set(names.map(({ key }) => key));
  const added = nameRecords(memory, aliases).filter(({ key }) => !keys.has(key));
  const joined = (became: Memory): RegisterResult => ({ memory: became, aliases, created: false, pending: null });
  if (added.length === 0) return { result: joined(memory) };

  const lists = memory.content === contentOf(memory.title, before);
  const fields = lists ? { content: contentOf(memory.title, aliases) } : {};
  const change = changeOf(memory, fields, context.services.clock());
  const retold = change.changed.includes('content');
  const embedded = retold ? await embedMemory(context, memory.title, change.after.content) : null;
  const changed = [...change.changed, 'aliases'];
  const became = (outcome: Outcome): Memory => fromRecord(outcome['record'] as MemoryRecord);
  return await commit<RegisterResult>(context, {
    statement: 'entity/join',
    row: {
      id: memory.id,
      baseVersion: memory.version,
      changes: {
        ...changedProperties(change),
        changedBy: context.principal.agentId,
        editSource: editSourceOf(context.principal.agentId),
        changedFields: changed,
        ...(embedded ? { ...embedded.properties, embeddingStatus: embedded.status } : {}),
      },
      retold,
      vector: embedded?.vector ?? null,
      names: added,
      reader: readerOf(context.principal),
    },
    keys: [`memory:${memory.id}`, ...nameKeys(memory.namespace, added)],
    events: (outcome) => [
      {
        type: 'POST_UPDATE',
        namespace: memory.namespace,
        actor: context.principal.agentId,
        readers: readersOf(became(outcome)),
        memoryIds: [memory.id],
        payload: {
          memory: became(outcome),
          changed,
          record: outcome['record'],
        },
      },
    ],
    recover: (payload) => ({ outcome: 'OK', record: (payload as { record: unknown }).record }),
    result: (outcome) => joined(became(outcome)),
  });
}
