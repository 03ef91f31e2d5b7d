import { readFileSync } from 'node:fs';
import { Grammars } from '../packages/core/src/language/code/code-language.js';
import { checkCode } from '../packages/code/src/verification/verify-memory.js';
import { loopsOf } from '../packages/code/src/verification/check-function.js';
import { readFunctions } from '../packages/code/src/verification/read/read-functions.js';
import { type FaultKind, Z3 } from '../packages/code/src/verification/smt.js';
import { Walk } from '../packages/code/src/verification/symbolic/walk.js';
import type { FunctionVerdict } from '../packages/code/src/verification/verdict.js';
import { givenFile, wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { plantFaults, type PlantedFunction } from './plant-faults.js';
import { runPython } from './run-python.js';

/** What Python raises of each kind. */
const RAISED: Readonly<Record<FaultKind, readonly string[]>> = {
  bounds: ['IndexError'],
  null: ['NoneType'],
  types: ['TypeError', 'NoneType'],
  termination: ['endless'],
  assertion: ['AssertionError'],
};

/** Functions of other hands, half of them with a planted fault: what is found, and what is found where nothing is. */
export const verification: Benchmark = {
  name: 'verification',
  summary:
    'Plant faults in small Python functions of other hands and verify them; running them says who is right.',
  options: [
    {
      flag: '--file <path>',
      description: 'functions as keys of a JSON object, as CoSQA’s index has them',
    },
    { flag: '--faulty <n>', description: 'functions with a planted fault', preset: '60' },
    { flag: '--seconds <n>', description: 'for each function', preset: '20' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const file = givenFile(options, 'file');
    const faulty = wholeNumber(options, 'faulty', 60);
    const grammars = await Grammars.open();
    await grammars.load('python');
    const all = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>);
    const sources = all.map(unindented).filter((code) => isWithin(code, grammars));
    log(`${sources.length} of ${all.length} functions are of the subset and do something`);
    const planted = reallyFaulty(sources, faulty);
    const clean = sources
      .slice(0, planted.length)
      .map((code): PlantedFunction => ({ code, kind: null }));
    const solver = Z3.find();
    const limit = wholeNumber(options, 'seconds', 20) * 1_000;
    const found: {
      readonly kind: FaultKind | null;
      readonly code: string;
      readonly verdict: FunctionVerdict;
    }[] = [];
    try {
      for (const { code, kind } of [...planted, ...clean]) {
        const [verdict] = await checkCode(code, 'python', grammars, { solver, limit });
        if (verdict === undefined) continue;
        found.push({ kind, code, verdict });
        log(`${found.length}: ${kind ?? 'as written'}: ${verdict.name} ${verdict.verdict}`);
      }
    } finally {
      await solver.close();
    }
    return asResult(found, log);
  },
};

/** Methods stand indented in their classes. */
function unindented(code: string): string {
  const lines = code.split('\n');
  const depth = /^\s*/.exec(lines[1] ?? '')?.[0].length ?? 0;
  return depth >= 8 ? lines.map((line, at) => (at === 0 ? line : line.slice(4))).join('\n') : code;
}

/** Whether it can be checked, and has something to check: a loop, an index, or something that may be nothing. */
function isWithin(code: string, grammars: Grammars): boolean {
  const [read, ...more] = readFunctions(code, 'python', grammars);
  if (read === undefined || more.length > 0 || !('function' in read)) return false;
  const walk = new Walk(read.function, { rounds: [2, 1], endless: new Map() });
  try {
    walk.run();
  } catch {
    return false;
  }
  return walk.script.obligations.length > 0 || loopsOf(read.function.body).length > 0;
}

type Faulty = ReturnType<typeof plantFaults>[number];

/** Planted faults that fail when they are run, as the original does not. */
function reallyFaulty(sources: readonly string[], most: number): Faulty[] {
  const planted = plantFaults(sources, most);
  const ran = runPython(planted.map(({ code, original }) => ({ code, original })));
  const kept = planted.filter(({ kind }, at) =>
    ran[at]?.some((told) => RAISED[kind].includes(told)),
  );
  const each = Math.ceil(most / Object.keys(RAISED).length);
  return (Object.keys(RAISED) as FaultKind[]).flatMap((kind) =>
    kept.filter((one) => one.kind === kind).slice(0, each),
  );
}

function asResult(
  found: readonly {
    readonly kind: FaultKind | null;
    readonly code: string;
    readonly verdict: FunctionVerdict;
  }[],
  log: (line: string) => void,
): BenchmarkResult {
  const planted = found.filter(({ kind }) => kind !== null);
  const hits = planted.filter(({ kind, verdict }) =>
    verdict.kinds.some((each) => each.kind === kind && each.verdict === 'failed'),
  );
  const told = found
    .filter(({ kind }) => kind === null)
    .flatMap(({ code, verdict }) =>
      verdict.kinds
        .filter((each) => each.verdict === 'failed')
        .map((each) => ({
          code,
          verdict,
          each,
          arguments: argumentsOf(each.counterExample ?? ''),
        })),
    );
  const ran = runPython(told.map(({ code, arguments: given }) => ({ code, arguments: given })));
  const wrong = told.filter(
    ({ each }, at) => !ran[at]?.some((one) => RAISED[each.kind].includes(one)),
  );
  for (const { verdict, each } of wrong)
    log(
      `false alarm: ${verdict.name}: ${each.kind}, ${each.what ?? ''}, with ${each.counterExample ?? ''}`,
    );
  for (const { kind, verdict, code } of planted.filter((each) => !hits.includes(each)))
    log(
      `missed: ${kind ?? ''}: ${verdict.outside ?? verdict.kinds.map((each) => `${each.kind} ${each.verdict}`).join(', ')}\n${code}`,
    );
  const clean = found.filter(({ kind }) => kind === null);
  const results = {
    planted: planted.length,
    clean: clean.length,
    found: hits.length / Math.max(1, planted.length),
    false_alarms: new Set(wrong.map(({ verdict }) => verdict)).size / Math.max(1, clean.length),
    real_faults_in_clean: new Set(
      told.filter((each) => !wrong.includes(each)).map(({ verdict }) => verdict),
    ).size,
    verified: clean.filter(({ verdict }) => verdict.verdict === 'verified').length,
  };
  return {
    results,
    table: [
      ['faults found', results.found.toFixed(2), 'at least 0.80'],
      ...(Object.keys(RAISED) as FaultKind[]).map((kind) => [
        `  ${kind}`,
        `${hits.filter((each) => each.kind === kind).length} of ${planted.filter((each) => each.kind === kind).length}`,
        '',
      ]),
      [
        'false alarms: what it tells does not happen when it is run',
        results.false_alarms.toFixed(2),
        'at most 0.05',
      ],
      [
        'as written, and yet they fail when they are run',
        String(results.real_faults_in_clean),
        `of ${results.clean}`,
      ],
      ['as written, and verified', String(results.verified), `of ${results.clean}`],
    ],
  };
}

/** `xs = [1, 2], k = None` as what stands behind the names. */
const argumentsOf = (told: string): string[] =>
  told.split(/, (?=\w+ = )/).flatMap((each) => {
    const value = /^\w+ = (.*)$/s.exec(each)?.[1];
    return value === undefined ? [] : [value === '…' ? 'object()' : value];
  });
