import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PostgresServer } from '../../test/support/postgres-server.js';
import { programFile } from '../load-server.js';
import { endInstances, Instance, startInstances } from './instances.js';
import { underLoad, type Load } from './kills.js';
import type { Figures } from './ledger.js';

/** Locks tables against the order in which changes do, and alters what all read. */
const MIGRATION = `
  ALTER TABLE memory ADD COLUMN later integer NOT NULL DEFAULT 0;
  CREATE INDEX memory_later ON memory (bank, later);
  ALTER TABLE journal ADD COLUMN later text;
  ALTER TABLE bank ADD COLUMN later text;`;
const WRITING_MS = 2_000;

interface NewerProgram {
  readonly file: string;
  remove(): void;
}

/** The program as it would be with one more migration of the schema. */
function newerProgram(program = programFile()): NewerProgram {
  const folder = `${dirname(program)}-newer-${process.pid}`;
  cpSync(dirname(program), folder, { recursive: true });
  const bundle = join(folder, 'program.cjs');
  const text = readFileSync(bundle, 'utf8');
  const newer = text.replace(/STORE_VERSION=(\w+)\.length/, (_, list: string) => {
    return `STORE_VERSION=${list}.push(\`${MIGRATION}\`)`;
  });
  if (newer === text) throw new Error(`${bundle}: there is no list of migrations`);
  writeFileSync(bundle, newer);
  return {
    file: join(folder, basename(program)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Whether it came up; if not, it says that the schema is of a newer version. */
async function cameUp(starting: Promise<Instance>): Promise<boolean> {
  const error = await starting.then(
    () => null,
    (reason: unknown) => String(reason),
  );
  if (error !== null && !/written by a newer Mneme/.test(error)) throw new Error(error);
  return error === null;
}

/**
 * Instances of an older version serve clients while two of a newer one start at the same moment, and one of the older
 * again; then each older one is replaced.
 */
export async function upgradeUnderLoad(postgres: PostgresServer, load: Load): Promise<Figures> {
  const store = `${postgres.address}?pool=4`;
  const newer = newerProgram(load.program);
  const instances: Instance[] = [];
  const more = (options: { readonly program?: string } = {}): Instance => {
    const instance = new Instance({ ...load, store, ...options });
    instances.push(instance);
    return instance;
  };
  try {
    instances.push(...(await startInstances(load.instances, { ...load, store })));
    const older = [...instances];
    let refused = 0;
    const superuser = (): string => postgres.superuser;
    const figures = await underLoad(load, { instances, superuser }, async (ledger) => {
      await writes();
      await older[0]?.end();
      const starts = [older[0], more({ program: newer.file }), more({ program: newer.file })];
      const up = await Promise.all(
        starts.flatMap((instance) => (instance === undefined ? [] : cameUp(instance.start()))),
      );
      refused = up.filter((each) => !each).length;
      load.log(`migrated: ${ledger.counts.writes} acknowledged; ${ledger.metInWords}`);
      await writes();
      for (const instance of older) {
        await instance.end('SIGTERM');
        await instance.start({ program: newer.file });
      }
      await writes();
    });
    return {
      ...figures,
      older_turned_away: refused,
      ...(await startedTogether(store, load, newer)),
    };
  } finally {
    await endInstances(instances);
    newer.remove();
  }
}

/** An older and a newer instance found a schema at the same moment. */
async function startedTogether(store: string, load: Load, newer: NewerProgram): Promise<Figures> {
  const empty = `${store}&schema=together`;
  const both = [load.program, newer.file].map(
    (program) =>
      new Instance({ ...load, store: empty, ...(program === undefined ? {} : { program }) }),
  );
  try {
    const up = await Promise.all(both.map((instance) => cameUp(instance.start())));
    return { together_newer_up: up[1] === true ? 1 : 0 };
  } finally {
    await endInstances(both);
  }
}

const writes = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, WRITING_MS));
