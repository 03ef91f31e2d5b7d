import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../test/support/run-node.js';
import { killWriters } from './crash.js';

it(
  'loses nothing of what was acknowledged when the writer is killed',
  { timeout: 90_000 },
  async () => {
    // Bundled: a writer started from its sources takes seconds before it writes at all.
    const { results } = await killWriters(3, 7, () => undefined, [
      join(ROOT, 'dist/bin/crash-writer.js'),
    ]);
    expect(results).toMatchObject({ kills: 3, lost: 0, torn: 0, reopen_failures: 0, unseen: 0 });
    expect(results['acknowledged']).toBeGreaterThan(0);
    expect(results['recalls']).toBeGreaterThan(0);
  },
);
