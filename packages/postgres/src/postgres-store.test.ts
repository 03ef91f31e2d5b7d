import { afterAll, beforeAll, describe } from 'vitest';
import { describeStore } from '../../../test/contracts/store-contract.js';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../../../test/support/postgres-server.js';
import { openPostgresStore } from './postgres-store.js';

describe.skipIf(postgresPrograms() === null)('a server of PostgreSQL', () => {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  describeStore('PostgreSQL', () =>
    openPostgresStore({ address: `${server.address}?schema=s${++schemas}&pool=3` }),
  );
});
