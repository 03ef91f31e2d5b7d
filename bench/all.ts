import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { MnemeError } from '../packages/core/src/domain/errors.js';
import { wholeNumber, type Benchmark, type BenchmarkValues } from './benchmark.js';
import { projectFile } from './project-file.js';
import type { Claim } from './proof/claim.js';
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
    const { data = null, out } = options as { data?: string; out?: string };
    if (options['fetch'] === true) await fetchAll(data, log);
    const skipped: string[] = [...NOT_RUN];
    const systems = await runnable((line) => skipped.push(line));
    for (const line of skipped) log(`skipped: ${line}`);
    const quick = options['quick'] === true;
    const limit = wholeNumber(options, 'limit', LIMIT);
    const made = `Made with Node ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}; of the data of others a sample of talks, spread over all, as each table says.`;
    const kept = keptIn(out ?? projectFile('bench/results'));
    const proved: Proved[] = [];
    for (const claim of chosen(options)) {
      const own: string[] = [];
      const skip = (line: string): void => {
        own.push(line);
        log(`skipped: ${line}`);
      };
      const rows = await claim.run({ systems, data, limit, quick, log, skip });
      proved.push({ claim, rows, skipped: own });
      if (quick && out === undefined) continue;
      // After each, so that a long run that is stopped has told what it knows; a run of some leaves the others.
      const page = kept.with({ [claim.name]: { rows, skipped: own } });
      writePage(out ?? projectFile('docs'), { proved: page, systems, skipped, made });
    }
    return asResult(proved);
  },
};

const NOT_RUN = [
  'basic-memory: it comes from PyPI and is spoken to over MCP as the reference server; it was not to be had on the machine that made this page.',
  'The other tasks of MemFail: a language model judges them.',
];

type KeptRows = Readonly<Record<string, Omit<Proved, 'claim'>>>;

/** What the claims came to in earlier runs, beside what is added. */
function keptIn(folder: string): { with(more: KeptRows): Proved[] } {
  const file = join(folder, 'all.json');
  let all: KeptRows = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptRows) : {};
  return {
    with(more) {
      all = { ...all, ...more };
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, `${JSON.stringify(all)}\n`);
      return CLAIMS.flatMap((claim) => {
        const own = all[claim.name];
        return own === undefined ? [] : [{ claim, ...own }];
      });
    },
  };
}

async function runnable(skip: (line: string) => unknown): Promise<MemorySystem[]> {
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

function asResult(proved: readonly Proved[]): Awaited<ReturnType<Benchmark['run']>> {
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
      ['skipped', String(proved.flatMap(({ skipped }) => skipped).length)],
    ],
  };
}
