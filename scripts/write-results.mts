/**
 * Writes docs/results.md from what benchmarks printed last (`npm run bench -- NAME … --json`, its last line kept in
 * bench/results/TITLE.json): one table, a column for each file.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

interface Printed {
  readonly bench: string;
  readonly results: Readonly<Record<string, number | string | null>>;
}

const folder = join(root, 'bench/results');
const columns = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => ({
    title: name.replace(/\.json$/, ''),
    results: (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Printed).results,
  }));
/** Of one kind of question, of the baseline, or the same in another measure: the benchmark itself prints these. */
const DETAIL =
  /(?:^|_)(?:minisearch|cat\d|r5|r20|any10|all\d*|ndcg10|mrr|p10|top[13]_[a-z]|r10_[a-z]|over|ms)|r10cat|_ratio$|^[a-z]+_[a-z]+_\w+_(?:r10|top1|top3)$/;
const figures = [...new Set(columns.flatMap(({ results }) => Object.keys(results)))].filter(
  (figure) => !DETAIL.test(figure) || figure === 'session_r5',
);
const cell = (value: number | string | null | undefined): string =>
  typeof value === 'number' ? String(Number(value.toFixed(3))) : (value ?? '');
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = [
  line(['figure', ...columns.map(({ title }) => title)]),
  line(['---', ...columns.map(() => '---:')]),
  ...figures.map((figure) =>
    line([figure, ...columns.map(({ results }) => cell(results[figure]))]),
  ),
];
writeFileSync(
  join(root, 'docs/results.md'),
  `# Results

What the benchmarks printed last, by the shipped weights; [benchmarks.md](benchmarks.md) says what each figure means. \`npx tsx scripts/write-results.mts\` writes this page from \`bench/results\`.

${table.join('\n')}
`,
);
