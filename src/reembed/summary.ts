/** What `npm run reembed` did: nothing, the first vectors of all, a change, or the removal of old ones. */
export type ReembedSummary =
  | { readonly kind: 'same'; readonly model: string; readonly underWay: string | null }
  | { readonly kind: 'first'; readonly model: string; readonly embedded: number; readonly refused: number }
  | {
      readonly kind: 'changed';
      readonly model: string;
      readonly from: string;
      readonly embedded: number;
      readonly refused: number;
    }
  | { readonly kind: 'dropped'; readonly model: string | null };
