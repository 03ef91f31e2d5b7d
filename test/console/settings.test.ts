/** Setting a bank and a file up in the console, end to end: what is clicked is what the file then holds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { verifyBackup } from '../../packages/mneme/src/index.js';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole, settled } from '../support/console-page.js';
import { temporaryFile } from '../support/open-test-memory.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeBrowser);

describe.skipIf(CHROMIUM === null)('settings in a browser (needs Chromium)', () => {
  it('change how a bank takes in, and the notice takes it back', async () => {
    const { server, page, show, faults } = await openConsole({ filled: false });
    await server.memory.remember('The heron nests by the weir.');
    const privacy = async (): Promise<string | undefined> =>
      (await server.memory.care.info())?.settings.privacy;
    await show('settings');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Also names of people and where they live').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await vi.waitFor(async () => expect(await privacy()).toBe('strict'));
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    await vi.waitFor(async () => expect(await privacy()).toBe('secrets'));
    await page.getByLabel('Time zone, as in Europe/Berlin').fill('Nowhere/Land');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.notice.bad').waitFor();
    // What was refused stays to be put right.
    expect(await page.getByLabel('Time zone, as in Europe/Berlin').inputValue()).toBe(
      'Nowhere/Land',
    );
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  });

  it('make keys, and a key that is ended or that only reads is met as what it is', async () => {
    const { server, page, show } = await openConsole({ filled: false });
    await server.memory.remember('The heron nests by the weir.');
    await show('settings?part=keys');
    await page.getByLabel('What the journal calls whoever uses it').fill('owner');
    await page.getByRole('button', { name: 'Make it' }).click();
    const owner = (await page.locator('dialog pre').innerText()).trim();
    expect(await server.memory.file.keys.find(owner)).toMatchObject({ name: 'owner' });
    // From the first key on the server asks for one: the session goes on with it.
    await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Opens all banks').waitFor();
    await page.getByLabel('What the journal calls whoever uses it').fill('reader');
    await page.getByLabel('Write: tell, put right, forget').uncheck();
    await page.getByRole('button', { name: 'Make it' }).click();
    const reader = (await page.locator('dialog pre').innerText()).trim();
    await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Key', { exact: true }).fill(reader);
    await page.getByRole('button', { name: 'Open' }).click();
    await show('home');
    await page.locator('.memory').first().waitFor();
    expect(await page.locator('textarea').count()).toBe(0);
    await show('settings?part=keys');
    await page.getByText('it needs a key for all banks with the scope admin').waitFor();
    await server.memory.file.keys.revoke('reader');
    await page.getByRole('link', { name: 'Timeline' }).first().click();
    await page.getByLabel('Key').fill(owner);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('.memory').first().waitFor();
  });

  it('take a file in with what became of it, and give a backup that proves whole', async () => {
    const { server, page, show } = await openConsole({ filled: false });
    const file = temporaryFile('chat.jsonl');
    const lines = ['The heron nests by the weir.', 'The weir was mended in spring.'];
    writeFileSync(
      file,
      lines.map((content) => JSON.stringify({ speaker: 'Ana', content })).join('\n'),
    );
    await show('settings?part=import');
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Take it in' }).click();
    await page.getByText('2 remembered').waitFor();
    expect((await server.memory.list()).memories.map(({ content }) => content)).toEqual(lines);
    await show('settings?part=backup');
    await page.getByRole('button', { name: 'Make one' }).click();
    const link = page.getByRole('link', { name: 'Fetch it' });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const copy = temporaryFile('copy.backup');
    writeFileSync(copy, readFileSync(await download.path()));
    expect(await verifyBackup(copy)).toMatchObject({
      whole: true,
      manifest: { banks: [{ memories: 2 }] },
    });
  });

  it('found a bank, tell what serves, and follow what others change', async () => {
    const { server, page, show } = await openConsole({ filled: false });
    await server.memory.remember('The heron nests by the weir.');
    await show('settings?part=banks');
    await page.getByLabel('Name').fill('work');
    await page.getByRole('button', { name: 'Found it' }).click();
    await page.locator('th a', { hasText: 'work' }).waitFor();
    await page.getByRole('tab', { name: 'Models and health' }).click();
    await page.getByRole('button', { name: 'Look now' }).click();
    await page.getByText('The file is whole').waitFor();
    await page.getByRole('tab', { name: 'Live changes' }).click();
    await page.getByText('The file is whole').waitFor({ state: 'detached' });
    await server.memory.remember('The weir was mended in spring.');
    await page.locator('.list b', { hasText: 'Remembered' }).waitFor();
    await settled(page);
  });
});
