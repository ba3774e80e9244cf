import type { Policies } from './policies.ts';

/** How strictly policies are taken (setting GOVERNANCE_MODE). */
export type GovernanceMode = 'enforce' | 'advisory' | 'off';

/** Governance as operations use it. */
export interface Governance {
  readonly mode: GovernanceMode;
  readonly policies: Policies;
  /** Counts a decision of a policy, a refusal, or a question; `advised` for what only a warning came of. */
  counted(labels: { readonly action: string; readonly outcome: 'allow' | 'deny' | 'ask' | 'advised' }): void;
}
