/** What somebody does in the console, end to end on a real bank; and what must not happen there. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole } from '../support/console-page.js';
import { consolePaths } from '../support/console-paths.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeBrowser);

const FOLDER = fileURLToPath(new URL('../../dist/bin/console', import.meta.url));
const SINKS = [
  '<img src=x onerror="globalThis.ran=1">',
  '<script>globalThis.ran=1</script>',
  '<svg/onload=globalThis.ran=1>',
  '"><iframe srcdoc="<script>parent.ran=1</script>">',
  "javascript:globalThis.ran=1//';globalThis.ran=1//",
  '<details open ontoggle=globalThis.ran=1>',
  '<a href="javascript:globalThis.ran=1" autofocus onfocus=globalThis.ran=1>x</a>',
  '</textarea><style>@import "x"</style><body onload=globalThis.ran=1>',
  '{{constructor.constructor("globalThis.ran=1")()}}${globalThis.ran=1}',
  '<math><mi xlink:href="data:x,<script>globalThis.ran=1</script>">',
];
/** Each sink in twenty dresses: 200 payloads. */
const PAYLOADS = Array.from(
  { length: 200 },
  (_, at) => `${SINKS[at % SINKS.length]} \u202e\u{1f9ea} case ${at} ${'<'.repeat(at % 7)}`,
);

describe('what is sent', () => {
  it('is at most 60 KB of script at first paint, and 150 KB in all', () => {
    const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.js.gz'));
    const sizeOf = (name: string): number => statSync(`${FOLDER}/${name}`).size;
    // What the page itself names is loaded at once.
    const html = gunzipSync(readFileSync(`${FOLDER}/index.html.gz`)).toString();
    const first = scripts.filter((name) => html.includes(name.slice(0, -'.gz'.length)));
    expect(first.length).toBeGreaterThan(0);
    expect(first.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(60_000);
    expect(scripts.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(150_000);
    const all = readdirSync(FOLDER).reduce((sum, name) => sum + sizeOf(name), 0);
    expect(all).toBeLessThanOrEqual(200_000);
  });
});

describe('what others wrote', () => {
  it('comes with its licences', () => {
    const text = gunzipSync(readFileSync(`${FOLDER}/licences.txt.gz`)).toString();
    for (const name of ['preact', 'sigma', 'graphology', 'uplot'])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.`, 'm'));
    expect(text).toContain('Permission is hereby granted');
  });
});

describe.skipIf(CHROMIUM === null)('in a browser (needs Chromium)', () => {
  it('shows notes by what they say, and goes to their turns and what they replaced', async () => {
    const { page, show, faults } = await openConsole();
    await show('notes');
    await page.getByPlaceholder('About').fill('tom');
    await page.getByPlaceholder('About').press('Enter');
    await page.waitForURL(/about=tom/);
    await page.locator('.memory', { hasText: 'Priya' }).waitFor({ state: 'detached' });
    await page.locator('.memory').nth(1).waitFor();
    expect(await page.locator('.memory').count()).toBe(2);
    await page.locator('.memory a', { hasText: 'in the pantry since' }).click();
    const part = page.locator('section', { hasText: 'What it says' }).last();
    const told = await part.innerText();
    for (const words of ['Tom', 'in the pantry', '2026-03-03', 'the kitchen is painted', 'agent'])
      expect(told).toContain(words);
    await part.getByRole('link', { name: 'Tom keeps his blue kettle in the kitchen.' }).click();
    const by = page.locator('dl.pairs > div', { hasText: 'True now' });
    await by.getByRole('link', { name: 'Tom keeps his blue kettle in the pantry' }).waitFor();
    const turns = page.locator('dl.pairs > div', { hasText: 'Said in' });
    await turns.getByRole('link').first().click();
    await page.locator('section', { hasText: 'Written down from it' }).last().waitFor();
    await show('notes?status=planned');
    expect(await page.locator('.memory').allInnerTexts()).toEqual([
      expect.stringContaining('2026-05-01') as string,
    ]);
    expect(faults).toEqual([]);
  });

  it('tells, puts right, forgets, restores and undoes', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    await show('home');
    await page.locator('textarea').fill('The heron nests by the weir.');
    await page.getByRole('button', { name: 'Remember', exact: true }).click();
    await page.locator('.memory a.text', { hasText: 'The heron nests by the weir.' }).click();
    await page.getByRole('button', { name: 'Put right' }).click();
    await page.locator('dialog textarea').fill('The heron nests by the mill.');
    await page.locator('dialog').getByRole('button', { name: 'Save' }).click();
    const undo = page.getByRole('button', { name: 'Undo: New words are in its place.' });
    await undo.waitFor();
    const texts = async (): Promise<string[]> =>
      (await server.memory.list()).memories.map(({ content }) => content);
    expect(await texts()).toEqual(['The heron nests by the mill.']);
    await undo.click();
    await vi.waitFor(async () => expect(await texts()).toEqual(['The heron nests by the weir.']));
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.locator('dialog').getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await vi.waitFor(async () => expect(await texts()).toEqual(['The heron nests by the weir.']));
    expect(faults).toEqual([]);
  });

  it('shows 200 hostile memories in every field, and executes none', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    await server.memory.rememberAll(
      PAYLOADS.map((content, at) => ({
        content,
        speaker: `${SINKS[at % SINKS.length]} ${at}`.slice(0, 200),
        tags: [`t${at}`],
      })),
    );
    const { memories } = await server.memory.list({ limit: 3 });
    const hostile = SINKS[0] ?? '';
    await server.memory.goals.set({ description: hostile });
    const due = Date.now() + 86_400_000;
    await server.memory.foresight.predict({ statement: hostile, probability: 0.5, due });
    const paths = [
      'home',
      'timeline',
      'people',
      `thing/${encodeURIComponent(memories[0]?.speaker ?? '')}`,
      `memory/${memories[0]?.id ?? ''}`,
      `ask?q=${encodeURIComponent(SINKS[0] ?? '')}`,
      'graph',
      `graph?view=around&of=${encodeURIComponent(memories[0]?.speaker ?? '')}`,
      'plans',
      'plans?part=forecasts',
      'night',
      'settings?part=live',
      'journal',
      'review',
    ];
    for (const path of paths) {
      await show(path);
      expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
    }
    expect(faults.filter((fault) => /content security|trusted/i.test(fault))).toEqual([]);
  });

  it('puts right, retires and takes back what is held of somebody; each is undone by a click', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    // Longer than what the page quotes of it: none of it may be lost.
    const told = `Tom lives in Leeds. ${'He likes the rain there, and the hills. '.repeat(20)}`.trim();
    await server.memory.remember({ content: told, speaker: 'Ana' });
    const texts = async (): Promise<string[]> =>
      (await server.memory.list()).memories.map(({ content }) => content);
    await show('thing/Tom');
    const claim = page.locator('.claim', { hasText: 'leeds' }).first();
    await claim.getByText('Change…').click();
    await claim.getByRole('button', { name: 'Put right' }).click();
    const words = page.locator('dialog textarea');
    expect(await words.inputValue()).toBe(told);
    await words.fill(told.replace('Leeds', 'Porto'));
    await page.locator('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('.claim', { hasText: 'porto' }).first().waitFor();
    expect(await texts()).toEqual([told.replace('Leeds', 'Porto')]);
    for (const [name, action, done] of [
      ['No longer so', 'Retire it', 'Retired.'],
      ['That is wrong', 'Take it back', 'Taken back.'],
    ] as const) {
      const now = page.locator('.claim:not(.past)').first();
      if (!(await now.getByRole('button', { name }).isVisible()))
        await now.getByText('Change…').click();
      await now.getByRole('button', { name }).click();
      await page.locator('dialog').getByRole('button', { name: action }).click();
      await vi.waitFor(async () => expect(await texts()).toEqual([]));
      const { changes } = await server.memory.curation.log({ limit: 1 });
      expect(changes[0]?.reason).toContain(name.toLowerCase());
      await page.getByRole('button', { name: `Undo: ${done}` }).click();
      await vi.waitFor(async () => expect(await texts()).toHaveLength(1));
    }
    expect(faults).toEqual([]);
  });

  it('pins a question as a case that fails once its answer is gone, and saves the cases as a file', async () => {
    const { server, page, show } = await openConsole({ filled: false });
    const { receipts } = await server.memory.rememberAll([
      { content: 'The heron nests by the weir.' },
      { content: 'The kettle is blue.' },
    ]);
    await show(`ask?q=${encodeURIComponent('Where does the heron nest?')}`);
    await page.getByRole('button', { name: 'Pin as a case' }).click();
    await page.getByText('Must come back: The heron nests by the weir.').waitFor();
    await page.getByRole('button', { name: 'Check all' }).click();
    await page.getByText('passes', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    const file = readFileSync(await download.path(), 'utf8');
    expect(file).toContain('ask: Where does the heron nest?');
    await server.memory.forget([receipts[0]?.id ?? '']);
    await page.getByRole('button', { name: 'Check all' }).click();
    await page.getByText('fails', { exact: true }).waitFor();
  });

  it('shows what is very long, runs from right to left, or is made of pictures', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    const texts = [
      'word '.repeat(13_000).trim().slice(0, 65_000),
      'תל אביב היא עיר על חוף הים, and Tom lives there.',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Ana',
      'x'.repeat(3_000),
    ];
    await server.memory.rememberAll(texts.map((content) => ({ content })));
    const { memories } = await server.memory.list();
    for (const path of ['home', 'graph', 'timeline', ...memories.map(({ id }) => `memory/${id}`)]) {
      await show(path);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([path, width, wider]).toEqual([path, width, 0]);
      }
    }
    const shown = page.locator('.lead-text');
    await show(`memory/${memories.find(({ content }) => content.length > 60_000)?.id ?? ''}`);
    expect((await shown.innerText()).length).toBeGreaterThan(60_000);
    await show(`memory/${memories.find(({ content }) => content.includes('Tom'))?.id ?? ''}`);
    expect(await shown.evaluate((node) => getComputedStyle(node).unicodeBidi)).toBe('plaintext');
    expect(faults).toEqual([]);
  });

  it('has something to say on every page of a bank that is not there yet, and of one memory', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    const paths = Object.values(await consolePaths(server.memory)).filter(
      (path) => !/^(?:memory|thing)\/|view=|whynot|models/.test(path),
    );
    for (const path of paths) await show(path);
    expect(await page.locator('.problem').count()).toBe(0);
    await server.memory.remember('The heron nests by the weir.');
    for (const path of paths) {
      await show(path);
      expect([path, await page.locator('.problem').count()]).toEqual([path, 0]);
    }
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  });

  it('keeps what was typed while the server is gone, for a reload, too', async () => {
    const { server, page, show } = await openConsole({ filled: false });
    await show('home');
    await page.locator('textarea').fill('Half a thought');
    await server.close();
    await page.getByRole('button', { name: 'Remember', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.locator('textarea').inputValue()).toBe('Half a thought');
    const kept = await page.evaluate(() => Object.values({ ...sessionStorage }));
    expect(kept).toContain('Half a thought');
  });
});
