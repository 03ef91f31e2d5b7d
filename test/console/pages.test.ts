/** Every page of the console at three widths: it is there, nothing goes wrong, and everybody can use it. */


import axe from 'axe-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { closeBrowser, openConsole, type ConsolePage } from '../support/console-page.js';

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

describe.skipIf(CHROMIUM === null)('in a browser (needs Chromium)', () => {
  it('shows every page at three widths, in light and dark, with no serious finding', async () => {
    const console = await openConsole();
    const { page, server, faults } = console;
    const [memory] = (await server.memory.recent({ limit: 1 })).memories;
    const paths = [
      'home',
      'ask?q=Where%20does%20Tom%20live%20now%3F',
      'ask?q=Where%20does%20Tom%20live%20now%3F&part=ranking',
      'ask?q=Where%20does%20Tom%20live%20now%3F&part=context',
      'ask?q=Where%20does%20Tom%20live%20now%3F&compare=1&b.strategy=plain',
      `memory/${memory?.id ?? ''}`,
      'timeline',
      'timeline?clock=occurred&kind=experience',
      'people',
      'thing/Tom',
      'journal',
      'journal?part=diff',
      'review',
      'review?part=quarantine',
    ];
    const amiss: string[] = [];
    for (const path of paths) {
      await console.show(path);
      await page.evaluate(axe.source);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: width === 820 ? 'dark' : 'light' });
        for (const finding of await findings(console)) amiss.push(`${path} at ${width}: ${finding}`);
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wider > 0) amiss.push(`${path} at ${width}: ${wider} pixels too wide`);
      }
    }
    expect(amiss).toEqual([]);
    expect(faults).toEqual([]);
  });
});
