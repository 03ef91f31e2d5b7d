/** The console in a browser, on a bank of this process. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { launchBrowser } from './browser.js';
import { fillConsoleBank } from './console-bank.js';
import { temporaryFile } from './open-test-memory.js';
import { serveTestMemory, type ServedMemory } from './served-memory.js';

export interface ConsolePage {
  readonly server: ServedMemory;
  readonly page: Page;
  /** What went wrong in the page: exceptions, refused scripts, failed loads. */
  readonly faults: readonly string[];
  /** Opens a page of the bank, and waits until it has what it shows. */
  show(path: string): Promise<void>;
}

/** Made once: each page has a copy of its own. */
const FILLED = new Map<Filling, Promise<Buffer>>();

type Filling = (memory: Mneme) => Promise<void>;

async function filledBank(fill: Filling): Promise<Buffer> {
  const file = temporaryFile();
  const memory = await openMemory({ file });
  await fill(memory);
  await memory.close();
  return readFileSync(file);
}

let launched: Promise<Browser> | undefined;

/** One browser for all tests of a file; `closeBrowser` ends it. */
export function browser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}

export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
  launched = undefined;
}

/** Opens the console on a bank with something on every page, or an empty one. */
export async function openConsole({
  filled = true,
  fill = fillConsoleBank,
  file,
}: {
  readonly filled?: boolean;
  readonly fill?: Filling;
  readonly file?: string;
} = {}): Promise<ConsolePage> {
  const own = file ?? temporaryFile();
  if (filled) {
    const bytes = FILLED.get(fill) ?? filledBank(fill);
    FILLED.set(fill, bytes);
    writeFileSync(own, await bytes, { mode: 0o600 });
  }
  const server = await serveTestMemory({ file: own });
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const show = async (path: string): Promise<void> => {
    await page.goto(`${server.url}/#/default/${path}`);
    await page.waitForSelector('#page-title');
    await settled(page);
  };
  return { server, page, faults, show };
}

/** Nothing that was asked for is still coming. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}
