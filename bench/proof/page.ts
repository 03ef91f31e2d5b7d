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
  /** What was left out of it, and why; a line each. */
  readonly skipped: readonly string[];
}

export interface Page {
  readonly proved: readonly Proved[];
  readonly systems: readonly MemorySystem[];
  /** Systems that were left out, and why. */
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

function textOf({ systems, proved, skipped, made }: Page, shown: readonly Proved[]): string {
  const left = [...skipped, ...proved.flatMap((each) => each.skipped)];
  return [
    '# Results',
    `Mneme and other memories in the same run, on the same data, by \`npm run bench -- all\`. ${made} The best of a column is bold; the last row of a table says what is better than Mneme. [benchmarks.md](benchmarks.md) lists what else is measured.`,
    ...shown.flatMap(({ claim, rows }) => [
      `## ${claim.title}`,
      claim.says,
      ...(claim.headline === undefined ? [] : [claim.headline(rows)]),
      `![${claim.title}](${PICTURES}/${claim.name}.svg)`,
      ...tablesOf(claim, rows),
    ]),
    '## How each is asked',
    ['| Memory | |', '|---|---|', ...systems.map(({ name, how }) => `| ${name} | ${how} |`)].join(
      '\n',
    ),
    'Tokens are those of the first ten results, or of all that a server answers; milliseconds the median of a question; KB what is kept of one talk; calls those of the memory for a question. A memory that only ranks is taken to know whatever it finds anything for.',
    '## Left out',
    left.length === 0 ? 'Nothing.' : left.map((line) => `- ${line}`).join('\n'),
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
  const best = bestOf(column, rows);
  return best !== null && text === shownAs(column, best) ? `**${text}**` : text;
}

/** Having no memory costs nothing: that is no merit. */
function bestOf({ name, better }: Column, rows: readonly Row[]): number | null {
  const told = rows.flatMap(({ system, figures }) => {
    const value = figures[name];
    return system === NOTHING || !isTold(value) ? [] : [value];
  });
  if (better === null || told.length === 0) return null;
  return better === 'lower' ? Math.min(...told) : Math.max(...told);
}

const NOTHING = 'nothing';
/** More are counted. */
const NAMED = 2;

function betterThanMneme({ name, better }: Column, rows: readonly Row[]): string {
  const own = rows.find(({ system }) => system === mneme.name)?.figures[name];
  if (!isTold(own) || better === null) return '–';
  const before = rows.filter(({ system, figures }) => {
    const value = figures[name];
    if (!isTold(value) || system === NOTHING) return false;
    return better === 'lower' ? value < own : value > own;
  });
  const rivals = rows.filter(({ system }) => system !== mneme.name && system !== NOTHING);
  if (before.length > NAMED) return `${before.length} of ${rivals.length}`;
  return before.map(({ system }) => system).join(', ') || 'none';
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
