import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../test/support/run-node.js';
import { killUpkeep } from './crash-upkeep.js';

it(
  'loses and tears nothing when it is killed while it migrates, takes back what is over, or reindexes',
  { timeout: 120_000 },
  async () => {
    const writer = [join(ROOT, 'dist/bin/crash-upkeep-writer.js')];
    const { results } = await killUpkeep(3, 7, () => undefined, { writer, memories: 130 });
    expect(results).toMatchObject({
      migrate_kills: 1,
      sweep_kills: 1,
      reindex_kills: 1,
      upkeep_lost: 0,
      upkeep_torn: 0,
      upkeep_unfinished: 0,
    });
    expect(results['upkeep_told']).toBeGreaterThan(0);
  },
);
