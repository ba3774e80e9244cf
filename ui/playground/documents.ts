/** What the page itself asks of the server, besides what stands in the tabs. */
export const DOCUMENTS = {
  findExamples: `query FindExamples($where: MemoryWhere) {
    memories(where: $where, sort: [{ createdAt: DESC }]) { id title }
  }`,
  storeExamples: `mutation StoreExamples($inputs: [StoreMemoryInput!]!) {
    storeMemories(inputs: $inputs) { results { memory { id } error { message } } }
  }`,
  newestReflection: `query NewestReflection($where: MemoryWhere) {
    memories(where: $where, sort: [{ createdAt: DESC }], limit: 1) { id }
  }`,
  makeReflection: `mutation MakeReflection($input: ReflectInput!) {
    reflect(input: $input) { memory { id } }
  }`,
  storeSomething: `mutation StoreSomething($input: StoreMemoryInput!) {
    storeMemory(input: $input) { memory { id } }
  }`,
} as const;
