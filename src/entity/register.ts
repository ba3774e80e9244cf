import { setTimeout as sleep } from 'node:timers/promises';
import { CONSTRAINT_VIOLATED } from '../database/constraint.ts';
import type { Outcome } from '../database/writer.ts';
import { OperationRefused } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { memoryDeltaFromWire, memoryDeltaToWire } from '../hook/wire/memoryDelta.ts';
import { refuseClaimedAuthor } from '../memory/claimedAuthor.ts';
import { certaintyOf } from '../memory/confidence.ts';
import { expiredHolderEvents } from '../memory/archiveEvent.ts';
import { embedMemory } from '../memory/embed.ts';
import { toRecord } from '../memory/record.ts';
import { refuseUnreadable } from '../memory/refuseUnreadable.ts';
import { newMemory, storeEvent } from '../memory/store.ts';
import { titleKeyOf, titleWriteKey } from '../memory/titleKey.ts';
import { lineage } from '../namespace/path.ts';
import { commit, type Committed } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { Overtaken } from '../pipeline/overtaken.ts';
import { holderOf, isReadable, refuseOtherHolder, type Holder } from './holder.ts';
import { joinHolder } from './join.ts';
import { nameKeys, nameRecords, otherNames } from './names.ts';
import { registerInputSchema, storeInputOf, type RegisterInput } from './registerInput.ts';
import type { RegisterResult } from './registerResult.ts';

const TRIES = 100;

/** `registerEntity`: a memory that stands for something with several names, or more names for one (spec memory-system §6). */
export const registerEntity: Operation<RegisterInput, Holder | null, RegisterResult> = {
  name: 'registerEntity',
  kind: 'write',
  input: registerInputSchema,
  async prepare(context, input) {
    refuseClaimedAuthor(context, input.metadata);
    const holder = await holderOf(context, input);
    // Governance must not tell whose a hidden one is.
    return holder && isReadable(context, holder) ? holder : null;
  },
  preHooks: [
    {
      event: 'pre_store',
      payload: (input, _holder, { principal }) => memoryDeltaToWire(storeInputOf(input), principal.agentId),
      namespace: (input) => input.namespace,
      apply: (input, delta) => {
        const { title, ...fields } = memoryDeltaFromWire(delta);
        return { ...input, ...fields, ...(title == null ? {} : { canonicalName: title }) };
      },
    },
  ],
  governed: (input, holder, { principal }) =>
    holder
      ? { action: 'UPDATE', namespace: input.namespace, memoryId: holder.memory.id, owner: holder.memory.agentId }
      : { action: 'STORE', namespace: input.namespace, memoryId: null, owner: principal.agentId },
  check(context, { scope, namespace }) {
    refuseUnreadable(context, { scope, namespace });
  },
  async run(context, input, governed) {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const holder = await holderOf(context, input);
      if (holder) refuseOtherHolder(context, holder);
      // What may be done with the one is not yet allowed with another.
      if (holder?.memory.id !== governed?.memory.id) throw new Overtaken();
      const committed = holder ? await joinHolder(context, holder, input.aliases) : await create(context, input);
      if ('result' in committed) return committed.result;
      const { refused } = committed;
      if (refused.outcome === 'ALIAS_TAKEN') throw aliasTaken(input.namespace, refused);
      if (!MOVED.has(refused.outcome)) throw new Error(`unexpected outcome ${refused.outcome}`);
      await sleep(Math.random() * 5 * Math.min(attempt, 10));
    }
    throw new OperationRefused('UNAVAILABLE', 'the entity changes too fast to be registered');
  },
  pending: (pending) => ({ memory: null, aliases: [], created: false, pending }),
};

/** Somebody was faster, to the title, to a name or to the memory: look again. */
const MOVED: ReadonlySet<string> = new Set(['CONFLICT', CONSTRAINT_VIOLATED, 'NOT_FOUND', 'VERSION_MOVED']);

async function create(context: OperationContext, input: RegisterInput): Promise<Committed<RegisterResult>> {
  const store = storeInputOf(input);
  const [embedded, certainty] = await Promise.all([
    embedMemory(context, store.title, store.content),
    certaintyOf(context, store),
  ]);
  const memory = { ...newMemory(context, store, embedded.status), ...certainty };
  const names = nameRecords(memory, input.aliases);
  const result: RegisterResult = {
    memory,
    aliases: otherNames(memory.title, input.aliases),
    created: true,
    pending: null,
  };
  return await commit<RegisterResult>(context, {
    statement: 'entity/register',
    row: {
      record: toRecord(memory, embedded.properties),
      vector: embedded.vector,
      names,
      reader: readerOf(context.principal),
    },
    keys: [titleWriteKey(titleKeyOf(memory)), ...nameKeys(memory.namespace, names)],
    namespaces: lineage(memory.namespace),
    passages: embedded.passages.length === 0 ? [] : [{ id: memory.id, parts: embedded.passages }],
    events: (outcome) => [
      storeEvent(context, { memory, created: true, pending: null, detectConflicts: false }),
      ...expiredHolderEvents(outcome),
    ],
    recover: () => ({ outcome: 'OK' }),
    result: () => result,
  });
}

function aliasTaken(namespace: string, { alias, existingId }: Outcome): OperationRefused {
  return new OperationRefused('CONFLICT', `the name belongs to another entity in ${namespace}`, {
    ...{ reason: 'ALIAS_TAKEN', namespace, alias, existingId },
  });
}
