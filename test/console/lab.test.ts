/** Looking into why an answer is as it is, back in time, and what only a person decides: each on a bank with something of all of it. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole } from '../support/console-page.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeBrowser);

/** So long the first memory stands. */
const STOOD_MS = 1_500;
/** A change has been heard of by then. */
const HEARD_MS = 1_000;
const QUESTION = encodeURIComponent('Where does Tom live now?');

describe.skipIf(CHROMIUM === null)('in a browser (needs Chromium)', () => {
  it('an answer is taken apart, compared, held against what was expected, and given as a model gets it', async () => {
    const { server, page, show, faults } = await openConsole();
    const { results } = await server.memory.recall('Where does Tom live now?');
    await show(`ask?q=${QUESTION}`);
    const first = page.locator('.result').first();
    expect(await first.locator('a.text').innerText()).toBe(results[0]?.content);
    await first.getByRole('button', { name: 'Why', exact: true }).click();
    await first.locator('.why .bars dt').first().waitFor();
    await page.getByRole('tab', { name: 'How it was ranked' }).click();
    await page.getByText('candidates weighed').first().waitFor();
    await page.getByRole('tab', { name: 'As a model gets it' }).click();
    const { context } = await server.memory.context('Where does Tom live now?');
    await page.locator('pre.block').waitFor();
    expect(await page.locator('pre.block').innerText()).toContain(
      context.split('\n').find((line) => line.includes('Porto')) ?? 'Porto',
    );
    await page.getByText(/It takes [\d,]+ tokens/).waitFor();
    await page.getByRole('tab', { name: 'Why not?' }).click();
    await page.getByLabel('Which memory did you expect?').fill('The weir by the mill');
    await page.locator('.pick').first().click();
    await page.locator('.hintbox strong').waitFor();
    await show(`ask?q=${QUESTION}&compare=1&b.limit=3`);
    await page.locator('.result').first().waitFor();
    expect(await page.locator('.columns > .card').count()).toBe(2);
    expect(await page.locator('.columns > .card').nth(1).locator('.result').count()).toBe(3);
    expect(faults).toEqual([]);
  });

  it('the slider takes a page back to what was known then', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    const before = await server.memory.remember('The heron nests by the weir.');
    const told = Date.now();
    await new Promise((resolve) => setTimeout(resolve, STOOD_MS));
    await server.memory.forget([before.id]);
    await server.memory.remember('The kettle is blue.');
    await show('timeline');
    const texts = (): Promise<string[]> => page.locator('.memory a.text').allInnerTexts();
    expect(await texts()).toEqual(['The kettle is blue.']);
    const began = (await server.memory.care.info())?.createdAt ?? 0;
    const then = told + STOOD_MS / 2 - began;
    await page.locator('#as-of').fill(String(Math.round((1_000 * then) / (Date.now() - began))));
    await page.getByText('What the bank knew on').waitFor();
    await vi.waitFor(async () => expect(await texts()).toEqual(['The heron nests by the weir.']));
    await page.getByRole('button', { name: 'Back to now' }).first().click();
    await vi.waitFor(async () => expect(await texts()).toEqual(['The kettle is blue.']));
    expect(faults).toEqual([]);
  });

  it('what is held back is let in, a change is undone from the journal, and an erasure shows its proof', async () => {
    const { server, page, show, faults } = await openConsole();
    const { memories: held } = await server.memory.privacy.quarantine();
    expect(held).toHaveLength(1);
    await show('review?part=quarantine');
    await page.getByRole('button', { name: 'Let it in' }).click();
    await vi.waitFor(async () =>
      expect((await server.memory.privacy.quarantine()).memories).toEqual([]),
    );
    await show('journal');
    const line = page.locator('.list > li', { hasText: 'Let in' }).first();
    await line.getByRole('button', { name: 'Undo' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Undo' }).click();
    await vi.waitFor(async () =>
      expect((await server.memory.privacy.quarantine()).memories).toHaveLength(1),
    );
    await show('thing/Maria');
    await page.getByRole('button', { name: 'Erase everything about it' }).click();
    await page.locator('dialog li').first().waitFor();
    await page.locator('dialog').getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('Erased. No byte of it was found in the file.').waitFor();
    // The change is heard of while the proof is read.
    await new Promise((resolve) => setTimeout(resolve, HEARD_MS));
    await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
    await vi.waitFor(() => expect(page.url()).toContain('#/default/people'));
    const { results } = await server.memory.recall('Maria nurse Leeds');
    expect(results.filter(({ content }) => content.includes('Maria'))).toEqual([]);
    expect(faults).toEqual([]);
  });
});
