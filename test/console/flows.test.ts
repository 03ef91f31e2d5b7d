/** What somebody does in the console, end to end on a real bank; and what must not happen there. */
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole } from '../support/console-page.js';

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
    const first = scripts.filter((name) => name.startsWith('main-'));
    expect(first).toHaveLength(1);
    expect(sizeOf(first[0] ?? '')).toBeLessThanOrEqual(60_000);
    expect(scripts.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(150_000);
    const all = readdirSync(FOLDER).reduce((sum, name) => sum + sizeOf(name), 0);
    expect(all).toBeLessThanOrEqual(200_000);
  });
});

describe.skipIf(CHROMIUM === null)('in a browser (needs Chromium)', () => {
  it('tells, puts right, forgets, restores and undoes', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    await show('home');
    await page.locator('textarea').fill('The heron nests by the weir.');
    await page.getByRole('button', { name: 'Remember', exact: true }).click();
    await page.locator('.memory a.text', { hasText: 'The heron nests by the weir.' }).click();
    await page.getByRole('button', { name: 'Put right' }).click();
    await page.locator('dialog textarea').fill('The heron nests by the mill.');
    await page.locator('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).waitFor();
    const texts = async (): Promise<string[]> =>
      (await server.memory.list()).memories.map(({ content }) => content);
    expect(await texts()).toEqual(['The heron nests by the mill.']);
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
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
    const paths = [
      'home',
      'timeline',
      'people',
      `thing/${encodeURIComponent(memories[0]?.speaker ?? '')}`,
      `memory/${memories[0]?.id ?? ''}`,
      `ask?q=${encodeURIComponent(SINKS[0] ?? '')}`,
      'journal',
      'review',
    ];
    for (const path of paths) {
      await show(path);
      expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
    }
    expect(faults.filter((fault) => /content security|trusted/i.test(fault))).toEqual([]);
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
