import { z } from 'zod';
import type { Outcome } from '../database/writer.ts';
import { notFound, OperationRefused } from '../errors.ts';
import { memoryDeltaFromWire, memoryDeltaToWire } from '../hook/wire/memoryDelta.ts';
import { commit, isTitleTaken, titleTaken } from '../pipeline/commit.ts';
import type { Operation, OperationContext, PreHook } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { refuseTooDeep } from '../reflection/depthCap.ts';
import { atomEdit, draftAtoms, type AtomDraft } from './atomDraft.ts';
import { ATOMISED_AT, isAtomised } from './atomised.ts';
import { ATOM_TOKENS, MOST_ATOMS } from './atoms.ts';
import { atomiseWrite, MOST_DEPTH } from './atomiseWrite.ts';
import { integerBetween, memoryIdSchema } from './bounds.ts';
import { changeOf } from './change.ts';
import type { Memory } from './memory.ts';
import { readMemories } from './read.ts';

const inputSchema = z.object({
  id: memoryIdSchema,
  maxAtomTokens: integerBetween(ATOM_TOKENS.least, ATOM_TOKENS.most)
    .nullish()
    .transform((value): number => value ?? ATOM_TOKENS.fallback),
  /** What hooks made of the atoms, by their place; clients cannot send it. */
  edits: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

type AtomiseInput = z.output<typeof inputSchema>;

/** The memory to divide, and the atoms that would come of it. */
interface Worked {
  readonly parent: Memory;
  readonly atoms: readonly AtomDraft[];
}

/** What `atomise` did. */
export interface AtomiseResult {
  readonly parent: Memory | null;
  readonly atoms: readonly Memory[];
  readonly pending: PendingAction | null;
}

/** Each atom is a store to the hooks; a memory of fewer atoms leaves the later places out. */
const ATOM_HOOKS = Array.from({ length: MOST_ATOMS }, (_, place): PreHook<AtomiseInput, Worked, AtomiseResult> => ({
  event: 'pre_store',
  applies: (_input, { atoms }) => place < atoms.length,
  payload: (_input, { parent, atoms }) => memoryDeltaToWire(atoms[place]!, parent.agentId),
  namespace: (_input, { parent }) => parent.namespace,
  apply: (input, delta) => ({
    ...input,
    edits: { ...input.edits, [place]: { ...input.edits?.[place], ...atomEdit(memoryDeltaFromWire(delta)) } },
  }),
}));

/** `atomise`: divides one memory into atoms that stand for it from then on. All or nothing. */
export const atomise: Operation<AtomiseInput, Worked, AtomiseResult> = {
  name: 'atomise',
  kind: 'write',
  input: inputSchema,
  async prepare(context, { id, maxAtomTokens, edits }) {
    const [parent] = await readMemories(context, [id]);
    if (!parent) throw notFound('memory', id);
    if (isAtomised(parent)) throw alreadyAtomised(id);
    return { parent, atoms: draftAtoms(parent, maxAtomTokens, edits ?? {}) };
  },
  preHooks: ATOM_HOOKS,
  governed: ({ id }, { parent }) => ({
    action: 'STORE',
    namespace: parent.namespace,
    memoryId: id,
    owner: parent.agentId,
    depth: parent.reflectionDepth,
  }),
  check: refuseTooDeep,
  async run(context, { id }, { parent, atoms }) {
    const write = await atomiseWrite(context, hidden(context, parent), atoms);
    const committed = await commit<AtomiseResult>(context, write);
    if ('result' in committed) return committed.result;
    throw refusalOf(committed.refused, id, parent);
  },
  pending: (pending) => ({ parent: null, atoms: [], pending }),
};

/** The parent's change: its metadata says when it was divided, and so it leaves recall and search. */
function hidden({ services }: OperationContext, parent: Memory) {
  const now = services.clock();
  return changeOf(parent, { metadata: { ...parent.metadata, [ATOMISED_AT]: now.toISOString() } }, now);
}

function refusalOf(refused: Outcome, id: string, parent: Memory): OperationRefused {
  if (isTitleTaken(refused)) return titleTaken(parent.namespace, String(refused['title'] ?? parent.title), refused);
  switch (refused.outcome) {
    case 'NOT_FOUND':
      return notFound('memory', id);
    case 'ATOMISED':
      return alreadyAtomised(id);
    case 'TOO_DEEP':
      return new OperationRefused('CONFLICT', `atoms of atoms end at depth ${MOST_DEPTH}`, {
        reason: 'ATOM_DEPTH_EXCEEDED',
        id,
        attemptedDepth: Number(refused['depth']) + 1,
        cap: MOST_DEPTH,
      });
    case 'VERSION_MOVED':
      // The hooks judged atoms of the older text, so it is not divided anew behind their back.
      return new OperationRefused('VERSION_CONFLICT', 'the memory changed while it was divided', {
        id,
        expectedVersion: parent.version,
        currentVersion: refused['currentVersion'],
      });
    default:
      throw new Error(`unexpected outcome ${refused.outcome}`);
  }
}

function alreadyAtomised(id: string): OperationRefused {
  return new OperationRefused('CONFLICT', 'the memory was divided into atoms before', {
    reason: 'ALREADY_ATOMISED',
    id,
  });
}
