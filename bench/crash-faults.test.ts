import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../test/support/run-node.js';
import { killAtFaults } from './crash-faults.js';

it(
  'loses and tears nothing of two writers by two names that are killed amid faults',
  { timeout: 120_000 },
  async () => {
    const writer = [join(ROOT, 'dist/bin/crash-fault-writer.js')];
    const { results } = await killAtFaults(6, 7, () => undefined, writer);
    expect(results).toMatchObject({ fault_kills: 6, fault_lost: 0, fault_torn: 0, fault_left: 0 });
    expect(results['fault_writes']).toBeGreaterThan(0);
  },
);
