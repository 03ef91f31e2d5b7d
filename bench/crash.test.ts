import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../test/support/run-node.js';
import { killErasures, writeAfterErasures } from './crash-erasure.js';
import { killWriters } from './crash.js';

const WRITER = [join(ROOT, 'dist/bin/crash-writer.js')];

it(
  'loses nothing of what was acknowledged when the writer is killed',
  { timeout: 90_000 },
  async () => {
    // Bundled: a writer started from its sources takes seconds before it writes at all.
    const { results } = await killWriters(3, 7, () => undefined, WRITER);
    expect(results).toMatchObject({ kills: 3, lost: 0, torn: 0, reopen_failures: 0, unseen: 0 });
    expect(results['acknowledged']).toBeGreaterThan(0);
    expect(results['recalls']).toBeGreaterThan(0);
  },
);

it(
  'leaves nothing of whom an erasure was of that was killed, and loses nothing written after one',
  { timeout: 90_000 },
  async () => {
    const killed = await killErasures(2, 7, () => undefined, WRITER);
    const { erasures_killed: kills } = killed.results;
    expect(kills).toBeGreaterThanOrEqual(2);
    expect(killed.results).toMatchObject({
      erasures_finished: kills,
      pieces_left: 0,
      others_lost: 0,
    });
    expect(killed.results['pieces_at_kill']).toBeGreaterThan(0);
    const { results } = await writeAfterErasures(7, () => undefined, WRITER, 1);
    expect(results).toEqual({ written_after_erasure: 24, lost_after_erasure: 0 });
  },
);
