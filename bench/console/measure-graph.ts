import type { Browser } from 'playwright-core';
import { COUNT_FRAMES } from './page-scripts.js';

const WIDTH = { width: 1280, height: 900 };
const DRAG_MS = 4_000;
const STEP_PX = 9;
const DRAWN_WITHIN_MS = 120_000;

/** The graph of so many nodes: how long until it is there, and frames a second while it is dragged, by whatever draws in this browser. */
export async function measureGraph(
  browser: Browser,
  url: string,
  nodes: number,
  log: (line: string) => void,
): Promise<Record<string, number>> {
  const context = await browser.newContext({ viewport: WIDTH });
  try {
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(`${url}/#/default/graph?limit=${nodes}`);
    const box = page.locator('.graph-box[data-drawn]');
    await box.waitFor({ timeout: DRAWN_WITHIN_MS });
    const drawn = Number(await box.getAttribute('data-drawn'));
    const drawnMs = performance.now() - began;
    log(`${drawn} nodes are drawn`);
    const place = await box.boundingBox();
    if (place === null) throw new Error('The picture has no place on the page.');
    const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
    await page.evaluate(COUNT_FRAMES);
    await page.mouse.move(x, y);
    await page.mouse.down();
    const start = performance.now();
    for (let at = 0; performance.now() - start < DRAG_MS; at++)
      await page.mouse.move(x + Math.sin(at / 6) * STEP_PX * 12, y + Math.cos(at / 6) * STEP_PX * 8);
    const seconds = (performance.now() - start) / 1_000;
    const { frames, longest } = await page.evaluate<{ frames: number; longest: number }>('counted');
    await page.mouse.up();
    return {
      graph_nodes: drawn,
      graph_drawn_ms: drawnMs,
      graph_frames_per_second: frames / seconds,
      graph_longest_frame_ms: longest,
    };
  } finally {
    await context.close();
  }
}
