import { cpus } from 'node:os';
import { MnemeError } from '../packages/core/src/domain/errors.js';
import { wholeNumber, type Benchmark, type BenchmarkValues } from './benchmark.js';
import { projectFile } from './project-file.js';
import type { Claim, ProofRun } from './proof/claim.js';
import { DATA_SETS, fetchDataSet } from './proof/data-sets.js';
import { mem0 } from './proof/mem0.js';
import { mneme } from './proof/mneme-system.js';
import type { MemorySystem } from './proof/memory-system.js';
import { corrections, ownLives, ownTruth } from './proof/own-claims.js';
import { writePage, type Proved } from './proof/page.js';
import { REFERENCE_SERVERS } from './proof/reference-server.js';
import {
  choices,
  precision,
  projects,
  sessions,
  strangers,
  turns,
} from './proof/retrieval-claims.js';
import { RIVALS } from './proof/rivals.js';

const CLAIMS: readonly Claim[] = [
  corrections,
  ownLives,
  ownTruth,
  sessions,
  projects,
  turns,
  precision,
  choices,
  strangers,
];
const SYSTEMS: readonly MemorySystem[] = [mneme, ...REFERENCE_SERVERS, mem0, ...RIVALS];

const LIMIT = 20;

/** Everything that is claimed, against other memories in the same run, on one page. */
export const all: Benchmark = {
  name: 'all',
  summary:
    'Everything that is claimed, against other memories in the same run: tables, a plot a claim, and what was skipped.',
  options: [
    { flag: '--data <path>', description: 'a folder with the data of others; see docs/results.md' },
    { flag: '--fetch', description: 'download what is missing there' },
    {
      flag: '--limit <n>',
      description: 'at most so many talks of each data set of others',
      preset: String(LIMIT),
    },
    { flag: '--claims <names>', description: 'only these, with commas between' },
    { flag: '--quick', description: 'the smallest inputs; nothing is written without --out' },
    { flag: '--out <path>', description: 'write results.md and its plots here; default: docs' },
  ],
  run: async (options, log) => {
    const skipped: string[] = [];
    const skip = (line: string): void => {
      skipped.push(line);
      log(`skipped: ${line}`);
    };
    const { data = null, out } = options as { data?: string; out?: string };
    if (options['fetch'] === true) await fetchAll(data, log);
    const systems = await runnable(skip);
    skip(
      'basic-memory: it comes from PyPI and is spoken to over MCP as the reference server; it was not to be had on the machine that made this page.',
    );
    const quick = options['quick'] === true;
    const limit = wholeNumber(options, 'limit', LIMIT);
    const run: ProofRun = { systems, data, limit, quick, log, skip };
    const proved: Proved[] = [];
    const made = `Made with Node ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}; of each data set of others at most ${limit} talks, spread over all.`;
    for (const claim of chosen(options)) {
      proved.push({ claim, rows: await claim.run(run) });
      // After each, so that a long run that is stopped has told what it knows.
      if (!quick || out !== undefined)
        writePage(out ?? projectFile('docs'), { proved, systems, skipped, made });
    }
    return asResult(proved, skipped);
  },
};

async function runnable(skip: (line: string) => void): Promise<MemorySystem[]> {
  const systems: MemorySystem[] = [];
  for (const system of SYSTEMS) {
    const missing = await system.missing();
    if (missing === null) systems.push(system);
    else skip(`${system.name}: it is not installed (\`${missing}\`).`);
  }
  return systems;
}

function chosen({ claims }: BenchmarkValues): readonly Claim[] {
  if (typeof claims !== 'string') return CLAIMS;
  return claims.split(',').map((name) => {
    const claim = CLAIMS.find((each) => each.name === name);
    if (claim !== undefined) return claim;
    throw new MnemeError('invalid_input', `--claims: there is no claim ${name}.`, {
      field: 'claims',
      value: name,
      hint: `Write ${CLAIMS.map((each) => each.name).join(', ')}.`,
    });
  });
}

async function fetchAll(data: string | null, log: (line: string) => void): Promise<void> {
  if (data === null)
    throw new MnemeError('invalid_input', '--fetch needs a folder to download into.', {
      field: 'data',
      hint: 'Name it with --data.',
    });
  for (const set of Object.values(DATA_SETS)) await fetchDataSet(set, data, log);
}

function asResult(
  proved: readonly Proved[],
  skipped: readonly string[],
): Awaited<ReturnType<Benchmark['run']>> {
  const rows = proved.flatMap(({ claim, rows: own }) => own.map((row) => ({ claim, row })));
  const plain = (text: string): string => text.toLowerCase().replace(/\W+/g, '_');
  const results = Object.fromEntries(
    rows.flatMap(({ claim, row }) =>
      claim.columns.flatMap(({ name }) => {
        const value = row.figures[name];
        const key = [claim.name, plain(row.over), plain(row.system), name].join('.');
        return typeof value === 'number' ? [[key, value] as const] : [];
      }),
    ),
  );
  return {
    results,
    table: [
      ...proved.flatMap(({ claim, rows: own }) => [
        [claim.title],
        ...[...new Set(own.map(({ over }) => over))].flatMap((over) => [
          [over, ...claim.columns.map(({ label }) => label)],
          ...own
            .filter((row) => row.over === over)
            .map(({ system, figures }) => [
              system,
              ...claim.columns.map(({ name, digits = 3 }) => figures[name]?.toFixed(digits) ?? '–'),
            ]),
        ]),
      ]),
      ['skipped', String(skipped.length)],
    ],
  };
}
