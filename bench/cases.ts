import { openMemory, type Mneme, type RememberInput } from '../packages/mneme/src/index.js';
import type { CaseFileInput } from '../packages/mneme/src/public-types.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { percentile } from './retrieval-metrics.js';
import { syntheticTurns } from './synthetic-text.js';
import { CORPORA_OPTIONS, corporaFrom } from './talk/read-corpora.js';
import type { Talk } from './talk/talk.js';

const BATCH = 128;
const SEED = 7;
type Case = CaseFileInput['cases'][number];

/** `mneme test` itself: how long a large file of cases takes, whether it comes out alike each time, and two benchmarks of others run as cases. */
export const cases: Benchmark = {
  name: 'cases',
  summary: 'Time and steadiness of mneme test; with --dir, benchmarks of others as its cases.',
  options: [
    { flag: '--memories <n>', description: 'of the invented bank', preset: '10000' },
    { flag: '--cases <n>', description: 'asked of it', preset: '1000' },
    { flag: '--runs <n>', description: 'so often the whole file is run', preset: '20' },
    ...CORPORA_OPTIONS,
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const invented = await runInvented(
      wholeNumber(options, 'memories', 10_000),
      wholeNumber(options, 'cases', 1_000),
      wholeNumber(options, 'runs', 20),
      log,
    );
    if (typeof options['dir'] !== 'string') return invented;
    const figures: Record<string, number> = {};
    for (const { name, talks } of corporaFrom(options, log).corpora) {
      let [passed, asked] = [0, 0];
      for (const talk of talks) {
        const report = await runTalk(talk);
        passed += report.passed;
        asked += report.cases.length;
        log(`${name} ${talk.id}: ${report.passed} of ${report.cases.length}`);
      }
      figures[`${name}_cases`] = asked;
      figures[`${name}_passed`] = passed / asked;
    }
    return {
      results: { ...invented.results, ...figures },
      table: [
        ...invented.table,
        ...Object.entries(figures).map(([name, value]) => [name, value.toFixed(3), '']),
      ],
    };
  },
};

async function runInvented(
  memories: number,
  count: number,
  runs: number,
  log: (line: string) => void,
): Promise<BenchmarkResult> {
  const memory = await openMemory({ file: ':memory:' });
  const turns = syntheticTurns(SEED);
  const list: Case[] = [];
  for (let done = 0; done < memories;) {
    const batch: RememberInput[] = [];
    while (batch.length < BATCH && done + batch.length < memories) {
      const { input, question } = turns.next().value;
      if (question !== null && list.length < count)
        list.push({
          name: `case ${list.length + 1}`,
          ask: question,
          mustReturn: [{ text: input.content.slice(0, 2_000) }],
        });
      batch.push(input);
    }
    await memory.rememberAll(batch);
    done += batch.length;
  }
  const now = '2026-01-01';
  const seconds: number[] = [];
  const told: string[] = [];
  for (let run = 0; run < runs; run++) {
    const report = await memory.testing.run({ now, cases: list });
    seconds.push(report.tookMs / 1_000);
    told.push(...(run === 0 ? [] : differences(first(report), told[0] ?? '')));
    if (run === 0) told.push(JSON.stringify(first(report)));
    log(`run ${run + 1}: ${report.passed} of ${list.length} in ${report.tookMs.toFixed(0)} ms`);
  }
  await memory.close();
  const flaky = new Set(told.slice(1)).size;
  const worst = percentile(seconds, 1);
  return {
    results: { cases: list.length, seconds_worst: worst, flaky },
    table: [
      [
        `${list.length} cases over ${memories} memories, worst of ${runs} runs`,
        `${worst.toFixed(1)} s`,
        '≤ 60 s',
      ],
      [`cases that came out differently in ${runs} runs`, String(flaky), '0'],
    ],
  };
}

type Told = readonly { readonly name: string; readonly outcome: string }[];

const first = ({ cases: all }: Awaited<ReturnType<Mneme['testing']['run']>>): Told =>
  all.map(({ name, passed, known, returned }) => ({
    name,
    outcome: [passed, known, ...returned].join(' '),
  }));

const differences = (now: Told, before: string): string[] => {
  const was = JSON.parse(before) as Told;
  return now.flatMap(({ name, outcome }, at) => (was[at]?.outcome === outcome ? [] : [name]));
};

/** A conversation and its questions, as a bank and a file of cases. */
async function runTalk({ turns, questions }: Talk): ReturnType<Mneme['testing']['run']> {
  const memory = await openMemory({ file: ':memory:' });
  for (let at = 0; at < turns.length; at += BATCH)
    await memory.rememberAll(turns.slice(at, at + BATCH));
  const report = await memory.testing.run({
    cases: questions.map((question, at): Case => {
      const mustReturn = question.evidence.slice(0, 200).map((turn) => ({ turn }));
      const exact = question.tags !== undefined;
      return {
        name: `${at + 1} ${question.text.slice(0, 180)}`,
        ask: question.text.slice(0, 4_096),
        now: question.askedAt,
        ...(exact ? { tags: question.tags, precision: 'high' as const, only: true } : {}),
        ...(mustReturn.length > 0 ? { mustReturn } : exact ? {} : { mustBe: 'unsure' as const }),
      };
    }),
  });
  await memory.close();
  return report;
}
