import { setTimeout as sleep } from 'node:timers/promises';
import { embeddingService, send } from '../embedding/openai/embeddingService.ts';

/** Subjects that a text may be about; no two words of one are alike, so that only meaning finds one by another. */
const SUBJECTS = [/apple|orchard/i, /engine|wheel/i, /harbour|ship/i];

/** How many dimensions the vectors of each model have, and where in them the first subject is. */
const MODELS: Readonly<Record<string, { readonly dimensions: number; readonly shift: number }>> = {
  first: { dimensions: 8, shift: 0 },
  second: { dimensions: 12, shift: 4 },
  // As long as those of the first, and another subject at each place: taken for those, they find what is wrong.
  third: { dimensions: 8, shift: 1 },
  fourth: { dimensions: 10, shift: 3 },
};

/**
 * A service with several models that know three subjects and nothing else.
 * @returns `texts`, how many each model was asked for, and `pauseMs`, how long it takes for each request of a memory
 */
export async function embedders() {
  const state = { pauseMs: 0, texts: {} as Record<string, number> };
  const service = await embeddingService(async ({ body: { model, input } }, response) => {
    const known = MODELS[model];
    if (!known) return send(response, 404, { error: `no model ${model}` });
    if (input.some((text) => text.includes('unreadable'))) return send(response, 400, { error: 'unreadable' });
    // A question waits for nobody, so that recall tells what the database does.
    if (input.length > 1) await sleep(state.pauseMs);
    state.texts[model] = (state.texts[model] ?? 0) + input.length;
    send(response, 200, { data: input.map((text, index) => ({ index, embedding: vectorOf(text, known) })) });
  });
  return {
    state,
    /** The settings for one of its models. */
    settings: (model: string) => ({
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_URL: service.url,
      EMBEDDING_MODEL: model,
      EMBEDDING_DIMENSIONS: String(MODELS[model]?.dimensions ?? 4),
    }),
    close: service.close,
  };
}

function vectorOf(text: string, { dimensions, shift }: { dimensions: number; shift: number }): number[] {
  const vector = Array.from({ length: dimensions }, (_, place) => 0.1 + ((text.length * (place + 3)) % 7) / 100);
  SUBJECTS.forEach((words, place) => {
    const at = (place + shift) % dimensions;
    if (words.test(text)) vector[at] = 1;
  });
  return vector;
}
