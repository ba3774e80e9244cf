import type { Embedder, EmbedOptions } from '../../src/embedding/port.ts';

/** An embedder behind the real port that keeps what it was asked, and answers as the test says. */
export function embedderDouble(
  answer: (text: string, signal: AbortSignal | undefined) => Promise<readonly number[]>,
): Embedder & { readonly asked: { texts: readonly string[]; options: EmbedOptions | undefined }[] } {
  const asked: { texts: readonly string[]; options: EmbedOptions | undefined }[] = [];
  return {
    model: 'double@2',
    dimensions: 2,
    asked,
    embed(texts, options) {
      asked.push({ texts, options });
      return Promise.all(texts.map((text) => answer(text, options?.signal)));
    },
    close: async () => undefined,
  };
}
