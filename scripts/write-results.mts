/**
 * Writes docs/results.md from the latest output of benchmarks (`npm run bench -- NAME … --json`,
 * whose last line is stored in bench/results/TITLE.json): a table for each kind of figures, with a
 * column for each file or corpus.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

type Figures = Readonly<Record<string, number | string | null>>;

const printed = (title: string): Figures =>
  (
    JSON.parse(readFileSync(join(root, 'bench/results', `${title}.json`), 'utf8')) as {
      readonly results: Figures;
    }
  ).results;

/**
 * Figures by kind of question, of the baseline, or in another unit: the benchmark itself prints
 * these.
 */
const DETAIL =
  /(?:^|_)(?:minisearch|cat\d|r5|r20|any10|all\d*|ndcg10|mrr|p10|top[13]_[a-z]|r10_[a-z]|over|ms)|r10cat|_ratio$|^[a-z]+_[a-z]+_\w+_(?:r10|top1|top3)$/;
const isKept = (figure: string): boolean => !DETAIL.test(figure) || figure === 'session_r5';
const kept = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([figure]) => isKept(figure)));

/** The figures of one corpus in a run over several, without its prefix. */
const ofCorpus = (figures: Figures, corpus: string): Figures =>
  Object.fromEntries(
    Object.entries(figures)
      .filter(([figure]) => figure.startsWith(`${corpus}_`))
      .map(([figure, value]) => [figure.slice(corpus.length + 1), value]),
  );

const cell = (value: number | string | null | undefined): string =>
  typeof value === 'number' ? String(Number(value.toFixed(3))) : (value ?? '');
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
function table(columns: Readonly<Record<string, Figures>>): string {
  const figures = [...new Set(Object.values(columns).flatMap((column) => Object.keys(column)))];
  return [
    line(['figure', ...Object.keys(columns)]),
    line(['---', ...Object.keys(columns).map(() => '---:')]),
    ...figures.map((figure) =>
      line([figure, ...Object.values(columns).map((column) => cell(column[figure]))]),
    ),
  ].join('\n');
}

const talk = kept(printed('talk'));
const corpora = Object.keys(talk).flatMap((figure) => /^(\w+)_questions$/.exec(figure)?.[1] ?? []);
const locomo = kept(printed('locomo'));
const scale = kept(printed('scale-100000'));

writeFileSync(
  join(root, 'docs/results.md'),
  `# Results

What the benchmarks printed last, by the shipped weights. [benchmarks.md](benchmarks.md) says how to run them and what each figure means; \`npx tsx scripts/write-results.mts\` writes this page from \`bench/results\`.

## lives

Half a year of talk with an assistant, by turns alone and read into [notes](reading.md).

${table({ turns: kept(printed('lives')), notes: kept(printed('lives-with-notes')) })}

## talk

${table(Object.fromEntries(corpora.map((corpus) => [corpus, ofCorpus(talk, corpus)])))}

## locomo and scale

Times in milliseconds.

${table({ locomo, scale })}
`,
);
