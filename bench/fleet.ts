import { startPostgres, type PostgresServer } from '../test/support/postgres-server.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { measureCosts } from './fleet/costs.js';
import { failOver } from './fleet/failover.js';
import { killInstances, type Load } from './fleet/kills.js';
import type { Figures } from './fleet/ledger.js';
import { machines, MACHINE_OPTIONS } from './fleet/machines.js';
import { upgradeUnderLoad } from './fleet/upgrade.js';
import { seeded } from './synthetic-text.js';

/** Several instances over one PostgreSQL, and what happens to them; then how many machines many tenants take. */
export const fleet: Benchmark = {
  name: 'fleet',
  summary:
    'Instances over one PostgreSQL that are killed: writes lost, doubled or foreign. And how many machines a fleet takes.',
  options: [
    { flag: '--kills <n>', description: 'how often an instance is killed', preset: '20' },
    { flag: '--every <ms>', description: 'between two kills', preset: '2000' },
    { flag: '--failovers <n>', description: 'how often the database is killed', preset: '3' },
    {
      flag: '--upgrades <n>',
      description: 'how often a newer version migrates the schema under load',
      preset: '1',
    },
    {
      flag: '--costs <n>',
      description: 'banks that are measured for what they cost, with the encoder',
      preset: '240',
    },
    { flag: '--of <n>', description: 'memories of each of these', preset: '20' },
    { flag: '--empty <n>', description: 'empty banks beside them', preset: '100000' },
    { flag: '--banks <n>', description: 'banks that clients write to', preset: '1000' },
    { flag: '--clients <n>', description: 'clients at once', preset: '16' },
    { flag: '--instances <n>', description: 'instances', preset: '3' },
    { flag: '--threads <n>', description: 'threads of an instance', preset: '0' },
    {
      flag: '--program <path>',
      description: 'the program that is started; default: the one built',
    },
    { flag: '--seed <n>', description: 'seed of who asks what, and of the moments', preset: '1' },
    ...MACHINE_OPTIONS,
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const number = (name: string, preset: number, least = 1): number =>
      wholeNumber(options, name, preset, least);
    const load: Load = {
      banks: number('banks', 1_000),
      clients: number('clients', 16),
      instances: number('instances', 3),
      threads: number('threads', 0, 0),
      ...(typeof options['program'] === 'string' ? { program: options['program'] } : {}),
      random: seeded(number('seed', 1, 0)),
      log,
    };
    const kills = number('kills', 20, 0);
    const parts: Figures[] = [];
    if (kills > 0)
      await onPostgres(async (postgres) => {
        const told = await killInstances(postgres, kills, number('every', 2_000), load);
        parts.push(named('kill', { kills, ...told }));
      });
    const upgrades = number('upgrades', 1, 0);
    for (let upgrade = 1; upgrade <= upgrades; upgrade++)
      await onPostgres(async (postgres) => {
        parts.push(named('upgrade', await upgradeUnderLoad(postgres, load)));
      });
    const failovers = number('failovers', 3, 0);
    if (failovers > 0)
      parts.push(named('failover', { failovers, ...(await failOver(failovers, load)) }));
    const costs = number('costs', 240, 0);
    if (costs > 0)
      await onPostgres(async (postgres) => {
        const of = { memories: number('of', 20), empty: number('empty', 100_000) };
        parts.push(named('cost', await measureCosts(postgres, of, { ...load, banks: costs })));
      });
    parts.push(machines(options));
    return report(Object.assign({}, ...parts) as Figures);
  },
};

async function onPostgres(work: (postgres: PostgresServer) => Promise<void>): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  try {
    await work(postgres);
  } finally {
    await postgres.stop();
  }
}

const named = (part: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${part}_${name}`, value]));

const NONE = /_(?:lost|doubled|foreign_rows|refused|unread)$/;

function report(results: Figures): BenchmarkResult {
  const table = Object.entries(results).map(([name, value]) => [
    name,
    Number.isInteger(value) ? String(value) : value.toPrecision(4),
    NONE.test(name) ? '0' : '',
  ]);
  return { results, table };
}
