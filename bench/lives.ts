import { casesOf } from './lives/case-file.js';
import type { Benchmark, BenchmarkResult, BenchmarkValues } from './benchmark.js';
import { lifeFigures, measureLife, type MeasuredLife } from './lives/measure-life.js';
import { READING_OPTIONS, readersFrom } from './lives/live-reader.js';
import { tellFaults } from './lives/tell-faults.js';
import { withFiles } from './talk/bank-files.js';
import { KEEP_OPTION, livesFrom } from './talk/read-corpora.js';

/** What each figure is to reach. */
const BARS: Readonly<Record<string, string>> = {
  top1: '≥ 0.60',
  top3: '≥ 0.80',
  r10: '≥ 0.80',
  stale_first: '≤ 0.08',
  known_right: '≥ 0.88',
  unknown_right: '≥ 0.82',
  known_auroc: '≥ 0.80',
  claims_f1: '≥ 0.65',
  dates_right: '≥ 0.93',
  not_facts_claimed: '≤ 0.03',
  verbs_right: '≥ 0.65',
  top3_current: '≥ 0.80',
  top3_past: '≥ 0.75',
  top3_period: '≥ 0.85',
  about_told: '≥ 0.80',
  about_gone: '≤ 0.10',
};

/** What a memory makes of half a year of somebody's talk. */
export const lives: Benchmark = {
  name: 'lives',
  summary: 'Half a year of somebody’s talk: what is found, claimed, dated and answered.',
  options: [
    { flag: '--dir <path>', description: 'a folder with a JSON file for each life' },
    { flag: '--limit <n>', description: 'only so many lives' },
    ...READING_OPTIONS,
    {
      flag: '--cases <path>',
      description: 'a folder with tasks, trials, subjects and statements for each life',
    },
    KEEP_OPTION,
    { flag: '--show', description: 'list what was wrong' },
  ],
  run: async (options, log) => {
    const read = livesFrom(options, log);
    const measured: MeasuredLife[] = [];
    const cases = folderOf(options, 'cases');
    const readerOf = readersFrom(options);
    await withFiles(options, async (files) => {
      for (const life of read) {
        log(`asking about ${life.talk.id}`);
        const each = await measureLife(life, files, {
          readerOf,
          cases: cases === null ? null : casesOf(cases, life.talk.id),
        });
        measured.push(each);
        if (options['show'] === true) for (const line of tellFaults(each)) log(line);
      }
    });
    return asResult(measured);
  },
};

const folderOf = (options: BenchmarkValues, name: string): string | null => {
  const folder = options[name];
  return typeof folder === 'string' ? folder : null;
};

function asResult(measured: readonly MeasuredLife[]): BenchmarkResult {
  const results = lifeFigures(measured);
  const each = measured.map((life) => lifeFigures([life]));
  const shown = (value: number | undefined): string => value?.toFixed(2) ?? '';
  return {
    results,
    table: [
      ['lives', 'all', 'bar', ...measured.map(({ life }) => life.talk.id)],
      ...Object.entries(results).map(([name, value]) => [
        name,
        value.toFixed(3),
        BARS[name] ?? '',
        ...each.map((figures) => shown(figures[name])),
      ]),
    ],
  };
}
