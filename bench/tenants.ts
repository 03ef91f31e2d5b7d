import { startServer } from '../packages/cli/src/serve.js';
import { startPostgres } from '../test/support/postgres-server.js';
import { wholeNumber, type Benchmark } from './benchmark.js';
import { clientsAtWork } from './tenants/clients.js';
import { readStatementLog } from './tenants/statement-log.js';

const TARGETS: Readonly<Record<string, string>> = {
  foreign_rows: '0',
  reached_foreign: '0',
  statements_beyond_bank: '0',
  own_missing: '0',
  failed: '0',
};

/** Many banks on one server of PostgreSQL, asked by many clients at once through two instances: does one ever see the rows of another? */
export const tenants: Benchmark = {
  name: 'tenants',
  summary: 'Many banks and clients on one PostgreSQL: rows of another bank that anybody saw.',
  options: [
    { flag: '--banks <n>', description: 'banks', preset: '1000' },
    { flag: '--clients <n>', description: 'clients at once', preset: '64' },
    { flag: '--rounds <n>', description: 'rounds of a client over its share', preset: '1' },
    { flag: '--seed <n>', description: 'seed of who asks what of whom', preset: '1' },
  ],
  async run(options, log) {
    const postgres = await startPostgres({ logged: true });
    try {
      const store = `${postgres.address}?pool=16`;
      const open = () => startServer({ store }, { port: '0', threads: '0' }, () => undefined);
      const instances = [await open(), await open()];
      const told = await clientsAtWork(
        instances.map(({ url }) => url),
        {
          banks: wholeNumber(options, 'banks', 1_000),
          clients: wholeNumber(options, 'clients', 64),
          rounds: wholeNumber(options, 'rounds', 1),
          seed: wholeNumber(options, 'seed', 1, 0),
        },
        log,
      );
      for (const instance of instances) await instance.close();
      const results = { ...told, ...readStatementLog(postgres.statements()) };
      const table = Object.entries(results).map(([name, value]) => [
        name,
        String(value),
        TARGETS[name] ?? '',
      ]);
      return { results, table };
    } finally {
      await postgres.stop();
    }
  },
};
