/** What governance may be asked about (contract: GovernedAction). */
export const GOVERNED_ACTIONS = ['STORE', 'UPDATE', 'DELETE', 'PROMOTE', 'REFLECT', 'LINK', 'CONSOLIDATE'] as const;
/** One of {@link GOVERNED_ACTIONS}. */
export type GovernedAction = (typeof GOVERNED_ACTIONS)[number];

/** One question to governance. */
export interface GovernedRequest {
  readonly action: GovernedAction;
  /** The namespace whose policy decides. */
  readonly namespace: string;
  /** The memory it is about, when there is one already. */
  readonly memoryId: string | null;
  /** Its author. */
  readonly owner: string | null;
  /** How deep a reflection is that is made, or comes to the namespace: caps hold for all that do. */
  readonly depth?: number;
}
