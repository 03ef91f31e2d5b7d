// Takes screenshots of the console. The pictures of docs/console.md, of the sample conversation with notes:
//   npm run screenshots
// Every page at three widths, in light and dark, for review:
//   npx tsx scripts/console-pictures.mts FOLDER [page …]
// It bundles the console first.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openMemory, type Mneme } from '../packages/mneme/src/index.js';
import { startServer } from '../packages/cli/src/serve.js';
import { launchBrowser } from '../test/support/browser.js';
import { fillConsoleBank } from '../test/support/console-bank.js';
import { consolePaths } from '../test/support/console-paths.js';
import { fillKitchenBank } from '../test/support/kitchen-notes.js';
import { bundleConsole } from './bundle-console.mjs';

/** One picture: its name, the page's address, and how wide it is seen. */
interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  /** Whether what lies below the window is shown, too. */
  readonly whole: boolean;
}

const VIEWS = [
  { view: 'wide', width: 1280, scheme: 'light' },
  { view: 'middle', width: 820, scheme: 'dark' },
  { view: 'phone', width: 390, scheme: 'light' },
] as const;
const SETTLED_MS = 600;
const PICTURE_MS = 1_500;
const DOCS = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'screenshots');

async function picturesForDocs(memory: Mneme): Promise<Picture[]> {
  const { memories } = await memory.list({ about: 'Marmalade', aspect: 'medicine' });
  const question = encodeURIComponent('Where does Tom live now?');
  const desk = { width: 1100, height: 720, scheme: 'light', whole: false } as const;
  return [
    { ...desk, name: 'review', path: 'review?part=doubts', height: 460 },
    { ...desk, name: 'person', path: 'thing/Tom' },
    { ...desk, name: 'note', path: `memory/${memories.at(-1)?.id ?? ''}`, scheme: 'dark' },
    { ...desk, name: 'model', path: `ask?q=${question}&part=context` },
    { ...desk, name: 'timeline', path: 'timeline?kind=note', width: 390, height: 1000 },
  ];
}

async function everyPicture(memory: Mneme, wanted: readonly string[]): Promise<Picture[]> {
  return Object.entries(await consolePaths(memory))
    .filter(([name]) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)))
    .flatMap(([name, path]) =>
      VIEWS.map(({ view, width, scheme }) => ({
        ...{ name: `${name}-${view}`, path, width, scheme, height: 900, whole: true },
      })),
    );
}

async function take(page: Page, url: string, folder: string, picture: Picture): Promise<void> {
  const { name, path, width, height, scheme, whole } = picture;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(`${url}/#/default/${path}`);
  await page.reload();
  await page.waitForSelector('#page-title');
  await page.waitForTimeout(name.startsWith('graph') ? PICTURE_MS : SETTLED_MS);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: whole });
  process.stdout.write(`${name}\n`);
}

const [target, ...wanted] = process.argv.slice(2);
const forDocs = target === undefined;
const to = target ?? DOCS;
mkdirSync(to, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'mneme-pictures-'));
const file = join(folder, 'memory.db');
await bundleConsole();
const memory = await openMemory({ file });
await (forDocs ? fillKitchenBank : fillConsoleBank)(memory);
const pictures = forDocs ? await picturesForDocs(memory) : await everyPicture(memory, wanted);
await memory.close();
const server = await startServer({ file }, { port: '0' }, () => undefined);
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => process.stderr.write(`fault: ${error.message}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`fault: ${message.text()}\n`);
  });
  for (const picture of pictures) await take(page, server.url, to, picture);
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
