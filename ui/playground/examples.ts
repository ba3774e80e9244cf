/** The namespace that the shipped tabs write to. */
export const PLAYGROUND_NAMESPACE = 'playground';

/** The two memories of the Store tab, as `StoreMemoryInput`; the other tabs work on them. */
export const EXAMPLE_MEMORIES = [
  {
    title: 'Ada prefers trains',
    content: 'Ada takes the train rather than the plane whenever the trip is under six hours.',
    namespace: PLAYGROUND_NAMESPACE,
    tags: ['ada', 'travel'],
    onConflict: 'MERGE',
  },
  {
    title: 'Ada speaks in Lyon',
    content: 'Ada gives a talk at the conference in Lyon in spring and wants to arrive the evening before.',
    namespace: PLAYGROUND_NAMESPACE,
    tags: ['ada', 'conference'],
    onConflict: 'MERGE',
  },
] as const;

/** What the Reflect tab says about them. */
export const EXAMPLE_REFLECTION = 'Book Ada a train to Lyon for the evening before her talk.';
