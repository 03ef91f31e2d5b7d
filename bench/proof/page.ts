import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim, Column, Row } from './claim.js';
import type { MemorySystem } from './memory-system.js';
import { mneme } from './mneme-system.js';
import { drawBars } from './plot.js';

/** A claim with what its run came to. */
export interface Proved {
  readonly claim: Claim;
  readonly rows: readonly Row[];
}

export interface Page {
  readonly proved: readonly Proved[];
  readonly systems: readonly MemorySystem[];
  /** What was left out, and why; a line each. */
  readonly skipped: readonly string[];
  /** How it was made: the command, the machine, the sample. */
  readonly made: string;
}

const PICTURES = 'results';

/** Writes `results.md` and a plot for each claim into a folder. */
export function writePage(folder: string, page: Page): void {
  mkdirSync(join(folder, PICTURES), { recursive: true });
  const shown = page.proved.filter(({ rows }) => rows.length > 0);
  for (const { claim, rows } of shown)
    writeFileSync(join(folder, PICTURES, `${claim.name}.svg`), plotOf(claim, rows));
  writeFileSync(join(folder, 'results.md'), textOf(page, shown));
}

function textOf({ systems, skipped, made }: Page, shown: readonly Proved[]): string {
  return [
    '# Results',
    `Mneme and other memories in the same run, on the same data, by \`npm run bench -- all\`. ${made} The best of a column is bold; below each table stands what is better than Mneme. [benchmarks.md](benchmarks.md) lists what else is measured.`,
    ...shown.flatMap(({ claim, rows }) => [
      `## ${claim.title}`,
      claim.says,
      `![${claim.title}](${PICTURES}/${claim.name}.svg)`,
      ...tablesOf(claim, rows),
    ]),
    '## How each is asked',
    ['| Memory | |', '|---|---|', ...systems.map(({ name, how }) => `| ${name} | ${how} |`)].join(
      '\n',
    ),
    'Tokens are those of the first ten results, or of all that a server answers; milliseconds the median of a question; KB what is kept of one talk; calls those of the memory for a question.',
    ...(skipped.length === 0 ? [] : ['## Left out', skipped.map((line) => `- ${line}`).join('\n')]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The tables of a claim, one for all rows over the same. */
export function tablesOf({ columns }: Claim, rows: readonly Row[]): string[] {
  return [...new Set(rows.map(({ over }) => over))].flatMap((over) => {
    const own = rows.filter((row) => row.over === over);
    const told = columns.filter(({ name }) => own.some(({ figures }) => isTold(figures[name])));
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [
      [
        line([over, ...told.map(({ label }) => label)]),
        line(['---', ...told.map(() => '---:')]),
        ...own.map(({ system, figures }) =>
          line([system, ...told.map((column) => cellOf(column, figures, own))]),
        ),
        line(['*better than Mneme*', ...told.map((column) => betterThanMneme(column, own))]),
      ].join('\n'),
    ];
  });
}

const isTold = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const shownAs = ({ digits = 3 }: Column, value: number): string => value.toFixed(digits);

function cellOf(column: Column, figures: Row['figures'], rows: readonly Row[]): string {
  const value = figures[column.name];
  if (!isTold(value)) return '–';
  const text = shownAs(column, value);
  // Having no memory costs nothing: that is no merit.
  const others = rows
    .filter(({ system }) => system !== 'nothing')
    .map((row) => row.figures[column.name]);
  const best = others.filter(isTold).sort((a, b) => (column.better === 'lower' ? a - b : b - a))[0];
  return best !== undefined && text === shownAs(column, best) ? `**${text}**` : text;
}

function betterThanMneme(column: Column, rows: readonly Row[]): string {
  const own = rows.find(({ system }) => system === mneme.name)?.figures[column.name];
  if (!isTold(own)) return '–';
  const count = rows.filter(({ system, figures }) => {
    const value = figures[column.name];
    if (!isTold(value) || system === mneme.name || system === 'nothing') return false;
    return column.better === 'lower' ? value < own : value > own;
  }).length;
  return count === 0 ? 'none' : `${count} of ${rows.length - 2}`;
}

function plotOf({ title, columns, drawn }: Claim, rows: readonly Row[]): string {
  const labels = drawn.map((name) => columns.find((column) => column.name === name)?.label ?? name);
  const groups = [...new Set(rows.map(({ over }) => over))].map((over) => ({
    title: over,
    bars: rows
      .filter((row) => row.over === over)
      .map(({ system, figures }) => ({
        label: system,
        values: drawn.map((name) => figures[name] ?? null),
        own: system === mneme.name,
      })),
  }));
  return drawBars(title, labels, groups);
}
