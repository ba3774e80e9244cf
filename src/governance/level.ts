/** Who may do a thing without asking (seed: GovernanceLevel; contract: GovernanceLevel). */
export const GOVERNANCE_LEVELS = ['ANY', 'REGISTERED', 'OWNER', 'APPROVE'] as const;

/** One of {@link GOVERNANCE_LEVELS}. */
export type GovernanceLevel = (typeof GOVERNANCE_LEVELS)[number];
