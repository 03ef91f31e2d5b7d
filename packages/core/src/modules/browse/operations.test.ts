import { expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import { renderAbout, renderTimeline } from './operations.js';

it('tells values as they were written, and days by the bank’s clocks', async () => {
  const { memory } = await openTestMemory();
  await memory.remember({
    content: 'Tom lives in Porto.',
    saidAt: Date.UTC(2025, 6, 6, 22, 30),
  });
  const about = await memory.browse.about({ about: 'Tom' });
  expect(about.slots.flatMap(({ claims }) => claims.map(({ value }) => value))).toContain('porto');
  const told = renderAbout(about);
  expect(told).toMatch(/Porto.*since 6 July 2025/);
  expect(told).toContain('1 memory mentions it');
  await memory.care.configure({ zone: 'Asia/Tokyo' });
  const inTokyo = await memory.browse.about({ about: 'Tom' });
  expect(renderAbout(inTokyo)).toMatch(/Porto.*since 7 July 2025/);
  const line = renderTimeline(await memory.browse.timeline({}), { zone: 'Asia/Tokyo' });
  expect(line).toContain('2025-07-07 07:30');
});
