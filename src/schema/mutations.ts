import { registerAgent } from '../agent/register.ts';
import { revokeAgentKey } from '../agent/revokeKey.ts';
import { registerEntity } from '../entity/register.ts';
import type {
  MutationAtomiseArgs,
  MutationCalibrateConfidenceArgs,
  MutationDecayConfidenceArgs,
  MutationInvalidateLinkArgs,
  MutationPromoteMemoryArgs,
  MutationRejectPendingActionArgs,
  MutationSetGovernancePolicyArgs,
  MutationSetNamespaceStandardArgs,
  MutationUpdateMemoryArgs,
  Resolvers,
} from '../generated/resolverTypes.ts';
import { clearNamespaceStandard } from '../governance/clearStandard.ts';
import { setGovernancePolicy } from '../governance/setPolicy.ts';
import { setNamespaceStandard } from '../governance/setStandard.ts';
import { reloadHooks } from '../hookRegistry/reload.ts';
import { testHook } from '../hookRegistry/tryHook.ts';
import { invalidateLink } from '../link/invalidate.ts';
import { linkMemories } from '../link/link.ts';
import { atomise } from '../memory/atomise.ts';
import { calibrateConfidence } from '../memory/calibrateConfidence.ts';
import { decayConfidence } from '../memory/decayConfidence.ts';
import { deleteMemory } from '../memory/delete.ts';
import { forgetMemories } from '../memory/forget.ts';
import { purgeArchive } from '../memory/purge.ts';
import { promoteMemory } from '../memory/promote.ts';
import { restoreMemory } from '../memory/restore.ts';
import { storeMemory } from '../memory/store.ts';
import { storeMemories } from '../memory/storeMany.ts';
import { updateMemory } from '../memory/update.ts';
import { approvePendingAction, rejectPendingAction } from '../pending/decide.ts';
import { reflect } from '../reflection/reflect.ts';
import { explain } from './explain.ts';
import { operation } from './operationField.ts';
import { taken } from './operationField.ts';

/** What answers each mutation: one line an operation. */
export const mutations = {
  storeMemory: operation(storeMemory, taken),
  storeMemories: (_source, { inputs, idempotencyKey }, context) =>
    storeMemories(inputs, { ...context.operation, idempotencyKey: idempotencyKey ?? undefined }, explain(context)),
  updateMemory: operation(updateMemory, ({ id, input, expectedVersion }: MutationUpdateMemoryArgs) => {
    const { editSource, ...fields } = input;
    return { id, fields, expectedVersion, editSource };
  }),
  promoteMemory: operation(promoteMemory, ({ id, toTier, toNamespace }: MutationPromoteMemoryArgs) => ({
    id,
    toTier,
    toNamespace,
  })),
  calibrateConfidence: operation(calibrateConfidence, ({ namespace, limit }: MutationCalibrateConfidenceArgs) => ({
    namespace,
    limit,
  })),
  decayConfidence: operation(decayConfidence, ({ namespace, limit }: MutationDecayConfidenceArgs) => ({
    namespace,
    limit,
  })),
  deleteMemory: operation(deleteMemory, ({ id }: { id: string }) => ({ id })),
  forgetMemories: operation(forgetMemories, taken),
  restoreMemory: operation(restoreMemory, ({ id }: { id: string }) => ({ id })),
  purgeArchive: operation(purgeArchive, (args) => args),
  linkMemories: operation(linkMemories, taken),
  invalidateLink: operation(invalidateLink, ({ input, validUntil }: MutationInvalidateLinkArgs) => ({
    ...input,
    validUntil,
  })),
  registerAgent: operation(registerAgent, taken),
  revokeAgentKey: operation(revokeAgentKey, ({ agentId, keyId }: { agentId: string; keyId: string }) => ({
    agentId,
    keyId,
  })),
  registerEntity: operation(registerEntity, taken),
  reflect: operation(reflect, taken),
  atomise: operation(atomise, ({ id, maxAtomTokens }: MutationAtomiseArgs) => ({ id, maxAtomTokens })),
  approvePendingAction: operation(approvePendingAction, ({ id }: { id: string }) => ({ id })),
  rejectPendingAction: operation(rejectPendingAction, ({ id, reason }: MutationRejectPendingActionArgs) => ({
    id,
    reason,
  })),
  setGovernancePolicy: operation(setGovernancePolicy, ({ namespace, policy }: MutationSetGovernancePolicyArgs) => ({
    namespace,
    policy,
  })),
  setNamespaceStandard: operation(
    setNamespaceStandard,
    ({ namespace, memoryId, parentNamespace }: MutationSetNamespaceStandardArgs) => ({
      namespace,
      memoryId,
      parentNamespace,
    }),
  ),
  clearNamespaceStandard: operation(clearNamespaceStandard, ({ namespace }: { namespace: string }) => ({
    namespace,
  })),
  reloadHooks: operation(reloadHooks, () => ({})),
  testHook: operation(testHook, ({ id, payload }: { id: string; payload: unknown }) => ({ id, payload })),
} satisfies Resolvers['Mutation'];
