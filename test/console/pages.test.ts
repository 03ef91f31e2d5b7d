/** Every page of the console at three widths: it is there, nothing goes wrong, and everybody can use it. */


import axe from 'axe-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole, type ConsolePage } from '../support/console-page.js';
import { consolePaths } from '../support/console-paths.js';
import { fillKitchenBank } from '../support/kitchen-notes.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeBrowser);

const WIDTHS = [1280, 820, 390];

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds amiss of what the WCAG asks for on level AA, serious or worse. */
async function findings({ page }: ConsolePage): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { axe: loaded } = globalThis as unknown as {
      axe: { run(what: object, options: object): Promise<{ violations: Finding[] }> };
    };
    const { violations } = await loaded.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
    return violations;
  });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** What is amiss on pages, each in light and dark and at three widths; parts of a page at one of them. */
async function amissOn(
  console: ConsolePage,
  paths: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { page } = console;
  const amiss: string[] = [];
  for (const [at, [name, path]] of Object.entries(paths).entries()) {
    await console.show(path);
    await page.evaluate(axe.source);
    // What is a part of a page stands in the same frame: it is looked at in one width, each part in the next.
    const widths = name.includes('-') ? [WIDTHS[at % WIDTHS.length] ?? 0] : WIDTHS;
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: width === 820 ? 'dark' : 'light' });
      // Colours are looked at once they are drawn, and what fades in is there.
      await page.evaluate(async () => {
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      for (const finding of await findings(console)) amiss.push(`${path} at ${width}: ${finding}`);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wider > 0) amiss.push(`${path} at ${width}: ${wider} pixels too wide`);
    }
  }
  return amiss;
}

describe.skipIf(CHROMIUM === null)('in a browser (needs Chromium)', () => {
  it('shows every page at three widths, in light and dark, with no serious finding', async () => {
    const console = await openConsole();
    expect(await amissOn(console, await consolePaths(console.server.memory))).toEqual([]);
    expect(console.faults).toEqual([]);
  });

  it('shows notes, and what waits of them, likewise', async () => {
    const console = await openConsole({ fill: fillKitchenBank });
    const { memories } = await console.server.memory.list({ about: 'Marmalade', limit: 1 });
    const paths = {
      ...{ conflicts: 'review?part=conflicts', doubts: 'review?part=doubts' },
      ...{ unread: 'review?part=unread', refused: 'review?part=refused' },
      ...{ held: 'review?part=quarantine', thing: 'thing/Marmalade' },
      ...{ note: `memory/${memories[0]?.id ?? ''}`, timeline: 'timeline?kind=note' },
    };
    expect(await amissOn(console, paths)).toEqual([]);
    expect(console.faults).toEqual([]);
  });
});
