import { join } from 'node:path';
import { expect, it } from 'vitest';
import { postgresPrograms, startPostgres } from '../test/support/postgres-server.js';
import { PROGRAM, ROOT } from '../test/support/run-node.js';
import { killInstances } from './fleet/kills.js';
import { seeded } from './synthetic-text.js';

it.skipIf(postgresPrograms() === null)(
  'loses, doubles and mixes nothing of instances that are killed over one server of PostgreSQL',
  { timeout: 120_000 },
  async () => {
    const postgres = await startPostgres();
    try {
      const told = await killInstances(postgres, 4, 200, {
        ...{ banks: 6, clients: 4, instances: 2, threads: 0, random: seeded(7) },
        program: join(ROOT, PROGRAM),
        log: () => undefined,
      });
      expect(told).toMatchObject({ lost: 0, doubled: 0, foreign_rows: 0, refused: 0, unread: 0 });
      expect(told['writes']).toBeGreaterThan(4);
    } finally {
      await postgres.stop();
    }
  },
);
