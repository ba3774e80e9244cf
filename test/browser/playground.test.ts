import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../support/server.ts';
import { buildWhenStale } from './buildPlayground.ts';
import { findChromium } from './chromium.ts';
import { nextAnswer, openTab, readPane, ready, run, tabTitles, until, writePane } from './page.ts';

const SHIPPED = ['Store', 'Recall', 'Link', 'Reflect', 'Tree', 'Paths', 'Change', 'Subscribe', 'Search', 'Explore'];

jest.setTimeout(90_000);

const executablePath = findChromium();
if (!executablePath) {
  process.stderr.write(
    'SKIPPED test/browser/playground.test.ts: no Chromium found; install one or set CHROMIUM_PATH.\n',
  );
}

(executablePath ? describe : describe.skip)('the playground', () => {
  let server: TestServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let agents = 0;
  let agent: string;
  /** Origins asked, and everything the browser complained of. */
  let origins: Set<string>;
  let complaints: string[];

  beforeAll(async () => {
    await buildWhenStale();
    server = await startTestServer();
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
    context = await browser.newContext();
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  // A first visit each time, as an agent of its own: memories are private, so it meets an empty database.
  beforeEach(async () => {
    agent = `visitor-${process.pid}-${(agents += 1)}`;
    page = await context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    origins = new Set();
    complaints = [];
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    const identity = JSON.stringify({ agentId: agent, namespace: '', roles: '' });
    await page.goto(`${server.url}/favicon.svg`);
    await page.evaluate(
      `localStorage.clear(); localStorage.setItem('mnemograph:identity', ${JSON.stringify(identity)})`,
    );
    await page.goto(server.url);
    await ready(page);
  });

  afterEach(() => page.close());

  test('greets a first visit with a tab per task, the first ready to run', async () => {
    expect(await tabTitles(page)).toEqual(SHIPPED);
    expect((await run(page)).data).toMatchObject({ storeMemories: { storedCount: 2 } });
  });

  test('opens again where it was left', async () => {
    await openTab(page, 'Search');
    const variables = await readPane(page, 'variables.json');
    await page.waitForTimeout(700);
    await page.reload();
    await ready(page);
    expect(await tabTitles(page)).toEqual(SHIPPED);
    expect(await readPane(page, 'operation.graphql')).toContain('searchMemories');
    expect(await readPane(page, 'variables.json')).toBe(variables);
  });

  test.each([
    ['Store', { storeMemories: { storedCount: 2, failedCount: 0 } }],
    ['Recall', { recall: { hits: [] } }],
    ['Link', { linkMemories: { link: { relation: 'RELATED_TO', source: { title: 'Ada prefers trains' } } } }],
    ['Reflect', { reflect: { memory: { reflectionDepth: 1, memoryKind: 'REFLECTION' } } }],
    ['Tree', { reflectionTree: { maxDepth: 1, nodes: [{ distance: 0 }, { distance: 1 }, { distance: 1 }] } }],
    ['Subscribe', { events: { type: 'CAUGHT_UP' } }],
    ['Search', { searchMemories: { totalCount: 0 } }],
    ['Explore', { memoriesConnection: { totalCount: 0 }, stats: { total: 0 } }],
  ])('%s runs as it stands, for one who has nothing stored', async (title, data) => {
    await openTab(page, title);
    const answer = await run(page);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toMatchObject(data);
  });

  test('every tab runs again and again, and later tabs see what earlier ones did', async () => {
    for (const title of [...SHIPPED, ...SHIPPED].filter((name) => name !== 'Subscribe')) {
      await openTab(page, title);
      expect(await run(page)).not.toHaveProperty('errors');
    }
    await openTab(page, 'Recall');
    const { data } = await run(page);
    const titles = (data?.['recall'] as { hits: { memory: { title: string } }[] }).hits.map(
      ({ memory }) => memory.title,
    );
    expect(titles).toEqual(expect.arrayContaining(['Ada prefers trains', 'Ada speaks in Lyon']));
  });

  test('shows the values that it filled in', async () => {
    await openTab(page, 'Reflect');
    const { data } = await run(page);
    const { memory } = data?.['reflect'] as { memory: { title: string; reflectsOn: { id: string }[] } };
    const variables = JSON.parse(await readPane(page, 'variables.json')) as { title: string; sourceIds: string[] };
    expect(variables.title).toBe(memory.title);
    expect([...variables.sourceIds].sort()).toEqual(memory.reflectsOn.map(({ id }) => id).sort());
  });

  test('leaves alone what a person typed', async () => {
    await openTab(page, 'Tree');
    const typed = JSON.stringify({ id: 'no-such-memory', direction: 'SOURCES' });
    await writePane(page, 'variables.json', typed);
    const { errors } = await run(page);
    expect(errors?.[0]?.message).toContain('no-such-memory');
    expect(await readPane(page, 'variables.json')).toBe(typed);
  });

  test('a subscription acts as the chosen agent and shows what the event button does', async () => {
    await openTab(page, 'Subscribe');
    await run(page);
    await page.locator('.event-button').click();
    const { data } = await nextAnswer(
      page,
      (answer) => (answer.data?.['events'] as { type: string } | undefined)?.type === 'POST_STORE',
    );
    expect(data?.['events']).toMatchObject({ actor: agent, memory: { title: expect.stringContaining('happened') } });
  });

  test('another agent does not see private memories', async () => {
    await run(page);
    await page.locator('.identity-button').click();
    await page.locator('input[name=agentId]').fill(`${agent}-other`);
    await page.getByRole('button', { name: 'Use' }).click();
    await openTab(page, 'Explore');
    expect((await run(page)).data).toMatchObject({ memoriesConnection: { totalCount: 0 } });
  });

  test('says what to do when the server is gone, and goes on when it is back', async () => {
    await context.setOffline(true);
    const { errors } = await run(page);
    expect(errors?.[0]).toEqual({
      message: `The server at ${new URL(server.url).origin} does not answer.`,
      advice: expect.stringContaining('npm start'),
    });
    const banner = page.locator('.server-banner');
    await banner.waitFor();
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
    expect(await run(page)).not.toHaveProperty('errors');
  });

  test('remembers tabs, and restores the shipped ones without losing others', async () => {
    await openTab(page, 'Recall');
    await writePane(page, 'operation.graphql', 'query Recall { stats { total } }');
    await page.getByLabel('New tab').click();
    await writePane(page, 'operation.graphql', 'query Mine { stats { total } }');
    await page.reload();
    await ready(page);
    expect(await tabTitles(page)).toEqual([...SHIPPED, 'Mine']);
    await openTab(page, 'Recall');
    expect(await readPane(page, 'operation.graphql')).toBe('query Recall { stats { total } }');

    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Restore tabs' }).click()]);
    await ready(page);
    expect(await tabTitles(page)).toEqual([...SHIPPED, 'Mine']);
    await openTab(page, 'Recall');
    expect(await readPane(page, 'operation.graphql')).toContain('hits');
  });

  test('asks nothing of any other server, and breaks no rule of the content security policy', async () => {
    for (const title of SHIPPED) {
      await openTab(page, title);
      await run(page);
    }
    expect([...origins]).toEqual([new URL(server.url).origin]);
    expect(complaints).toEqual([]);
  });

  test('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await until('a page as wide as the phone', () =>
      page.evaluate<boolean>('document.documentElement.scrollWidth <= 390'),
    );
    const answer = await page.locator('.graphiql-response').boundingBox();
    const question = await page.locator('.graphiql-query-editor').boundingBox();
    expect(answer?.y).toBeGreaterThan(question?.y ?? Infinity);
    expect(answer?.height).toBeGreaterThan(200);
    expect(await run(page)).not.toHaveProperty('errors');
  });
});
