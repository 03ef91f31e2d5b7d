import { expect, it } from 'vitest';
import { crash } from './crash.js';

it('loses nothing of what was acknowledged when the writer is killed', { timeout: 90_000 }, async () => {
  const { results } = await crash.run({ kills: '3', seed: '7' }, () => undefined);
  expect(results).toMatchObject({ kills: 3, lost: 0, torn: 0, reopen_failures: 0, unseen: 0 });
  expect(results['acknowledged']).toBeGreaterThan(0);
  expect(results['recalls']).toBeGreaterThan(0);
});
