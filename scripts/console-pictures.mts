// Takes screenshots of every page of the console at three widths, in light and dark, for review:
//   npx tsx scripts/console-pictures.mts FOLDER [page …]
// The bank is the sample conversation with additions for every page. Build the console first (npm
// run build).
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '../packages/mneme/src/index.js';
import { startServer } from '../packages/cli/src/serve.js';
import { launchBrowser } from '../test/support/browser.js';
import { fillConsoleBank } from '../test/support/console-bank.js';
import { consolePaths } from '../test/support/console-paths.js';

const VIEWS = [
  { name: 'wide', width: 1280, scheme: 'light' },
  { name: 'middle', width: 820, scheme: 'dark' },
  { name: 'phone', width: 390, scheme: 'light' },
] as const;
const SETTLED_MS = 400;
const PICTURE_MS = 1_500;

const [target, ...wanted] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('Name the folder: npx tsx scripts/console-pictures.mts FOLDER [page …]\n');
  process.exit(2);
}
mkdirSync(target, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'mneme-pictures-'));
const file = join(folder, 'memory.db');
const memory = await openMemory({ file });
await fillConsoleBank(memory);
const paths = await consolePaths(memory);
await memory.close();
const server = await startServer({ file }, { port: '0' }, () => undefined);
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => process.stderr.write(`fault: ${error.message}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`fault: ${message.text()}\n`);
  });
  for (const [name, path] of Object.entries(paths)) {
    if (wanted.length > 0 && !wanted.some((each) => name.startsWith(each))) continue;
    for (const view of VIEWS) {
      await page.setViewportSize({ width: view.width, height: 900 });
      await page.emulateMedia({ colorScheme: view.scheme });
      await page.goto(`${server.url}/#/default/${path}`);
      await page.waitForSelector('#page-title');
      await page.waitForTimeout(name.startsWith('graph') ? PICTURE_MS : SETTLED_MS);
      await page.screenshot({ path: join(target, `${name}-${view.name}.png`), fullPage: true });
    }
    process.stdout.write(`${name}\n`);
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
