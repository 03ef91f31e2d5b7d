import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../test/support/run-node.js';
import { killReaders } from './crash-reading.js';

it(
  'loses no turn, reads none twice and leaves no half answer when who reads is killed',
  { timeout: 120_000 },
  async () => {
    const writer = [join(ROOT, 'dist/bin/crash-reader.js')];
    const { results } = await killReaders(6, 7, () => undefined, writer);
    expect(results).toMatchObject({
      reading_kills: 6,
      reading_lost: 0,
      reading_unread: 0,
      reading_twice: 0,
      reading_half: 0,
      reading_overheld: 0,
      reading_torn: 0,
    });
    expect(results['reading_turns']).toBeGreaterThan(0);
    expect(results['reading_held']).toBeGreaterThan(0);
  },
);
