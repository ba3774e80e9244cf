import type { Page } from 'playwright-core';

/** What GraphiQL's response pane shows, parsed. */
export interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly advice?: string }[];
}

/** GraphiQL's names for its panes. */
export type Pane = 'operation.graphql' | 'variables.json' | 'response.json';

/** Waits until the page can be worked with: editors are there and the schema is read. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
  await until('the Variables pane', () => page.evaluate<boolean>(`${model('variables.json')} !== undefined`));
}

/** Titles of the tabs, in order. */
export async function tabTitles(page: Page): Promise<string[]> {
  return page.locator('.graphiql-tab-button').allTextContents();
}

/** Opens a tab by its title. */
export async function openTab(page: Page, title: string): Promise<void> {
  await page.locator('.graphiql-tab-button', { hasText: title }).click();
  await page.locator('.graphiql-tab-active', { hasText: title }).waitFor();
  // What the page knows of the operation, and so its buttons, follows the text after a pause.
  await page.waitForTimeout(300);
}

/** Presses the run button and gives what comes. */
export async function run(page: Page): Promise<Answer> {
  await page.locator('.graphiql-execute-button').click();
  return nextAnswer(page);
}

/** Waits for an answer that satisfies `wanted`. */
export async function nextAnswer(page: Page, wanted: (answer: Answer) => boolean = () => true): Promise<Answer> {
  let answer: Answer | undefined;
  await until('the answer', async () => {
    const text = await readPane(page, 'response.json');
    answer = text === '' ? undefined : (JSON.parse(text) as Answer);
    return answer !== undefined && wanted(answer);
  });
  return answer as Answer;
}

/** Text of one of GraphiQL's panes. */
export async function readPane(page: Page, pane: Pane): Promise<string> {
  return page.evaluate<string>(`${model(pane)}.getValue()`);
}

/** Replaces the text of a pane, as typing would. */
export async function writePane(page: Page, pane: Pane, text: string): Promise<void> {
  await page.evaluate(`${model(pane)}.setValue(${JSON.stringify(text)})`);
  // GraphiQL takes over what was typed after a pause of a tenth of a second, and stores it after half a second.
  await page.waitForTimeout(900);
}

/**
 * Waits until `condition` holds, for 25 seconds at most: the first request of a busy machine loads the embedding model. Playwright's own way evaluates in the page, which the content
 * security policy forbids.
 */
export async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 25_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited 25 s in vain for ${what}`);
    await new Promise((go) => setTimeout(go, 50));
  }
}

function model(pane: Pane): string {
  return `globalThis.__MONACO?.editor.getModels().find((model) => model.uri.path.endsWith('${pane}'))`;
}
