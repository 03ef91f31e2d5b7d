import type { PostgresServer } from '../../test/support/postgres-server.js';
import type { Random } from '../synthetic-text.js';
import { audit } from './audit.js';
import { Clients } from './clients.js';
import { endInstances, startInstances, type Instance } from './instances.js';
import { Ledger, type Figures } from './ledger.js';

export interface Load {
  readonly banks: number;
  readonly clients: number;
  readonly instances: number;
  readonly threads: number;
  /** The program that instances run. Default: the one that is built. */
  readonly program?: string;
  readonly random: Random;
  readonly log: (line: string) => void;
}

const TWINS = 0.05;
const SAID_EVERY = 10;

/** Clients at work on instances while something happens to these, and what is there afterwards. */
export async function underLoad(
  { banks, clients, random, log }: Load,
  {
    instances,
    superuser,
  }: { readonly instances: readonly Instance[]; readonly superuser: () => string },
  happens: (ledger: Ledger) => Promise<void>,
): Promise<Figures> {
  const ledger = new Ledger(banks);
  const addresses = (): (string | null)[] => instances.map(({ url }) => url);
  const working = new Clients(addresses, ledger, { clients, random, twins: TWINS });
  const began = performance.now();
  try {
    await happens(ledger);
  } finally {
    await working.stop();
  }
  const seconds = (performance.now() - began) / 1_000;
  log(ledger.metInWords);
  return { seconds, ...ledger.counts, ...(await audit(superuser(), ledger)) };
}

/** Kills one of several instances over one server, again and again, `everyMs` after the last, and starts it anew. */
export async function killInstances(
  postgres: PostgresServer,
  kills: number,
  everyMs: number,
  load: Load,
): Promise<Figures> {
  const store = `${postgres.address}?pool=4`;
  const instances = await startInstances(load.instances, { ...load, store });
  try {
    const superuser = (): string => postgres.superuser;
    return await underLoad(load, { instances, superuser }, async (ledger) => {
      for (let kill = 1; kill <= kills; kill++) {
        await new Promise((resolve) => setTimeout(resolve, everyMs * (0.5 + load.random())));
        const one = instances[Math.floor(load.random() * instances.length)];
        await one?.end();
        await one?.start();
        if (kill % SAID_EVERY === 0)
          load.log(`kill ${kill} of ${kills}: ${ledger.counts.writes} acknowledged`);
      }
    });
  } finally {
    await endInstances(instances);
  }
}
