import type { JohariQuadrant } from '../../spaces/fingerprint.js';
import type { MemoryExplanation } from './explain-memory.js';
import type { SpaceMatches } from './search-spaces.js';
import { radarSvg } from './radar.js';
import { bold, dim, moment, shorten, table, type TextFormat } from '../../format/style.js';

/** Johari quadrants in words: whether a memory's content is new, and whether it fits. */
const WINDOW: Readonly<Record<JohariQuadrant, string>> = {
  open: 'familiar, and fits',
  blind: 'new, fits nowhere yet',
  hidden: 'familiar, fits nowhere',
  unknown: 'new, and fits',
};

export function renderExplanation(
  {
    memory,
    other,
    rows,
    dominantSpace,
    northStar,
    northStarAlignment,
    level,
    coherence,
    learning,
    notices,
  }: MemoryExplanation,
  screen: TextFormat,
): string {
  const lines = rows.map((row) => [
    row.present ? bold(inWords(row.space)) : dim(inWords(row.space)),
    row.dimensions === null ? dim('not built') : String(row.dimensions),
    row.kept ?? '',
    figure(row.alignment),
    figure(row.novelty),
    figure(row.coherence),
    ...(other === null ? [] : [row.likeness === null ? '–' : row.likeness.toFixed(3)]),
    row.present
      ? row.johari === null
        ? ''
        : `${WINDOW[row.johari]} ${dim(`(${row.johari}, ${figure(row.johariConfidence)})`)}`
      : row.dimensions === null
        ? ''
        : dim('absent'),
  ]);
  const facts = [
    `dominant ${dominantSpace === null ? '–' : inWords(dominantSpace)}`,
    `coherence ${figure(coherence)}`,
    ...(northStar === null
      ? []
      : [`to the north star ${figure(northStarAlignment)}${level === null ? '' : ` ${level}`}`]),
    ...(learning === null ? [] : [`learned ${figure(learning.score)}`]),
  ];
  return [
    shorten(memory.content, 300),
    dim(`${moment(memory.saidAt, screen)} · ${memory.id}`),
    ...(other === null ? [] : [`beside ${shorten(other.content, 300)} ${dim(other.id)}`]),
    '',
    table(
      [
        ...['space', 'dims', 'kept', 'aligned', 'novel', 'coherent'],
        ...(other === null ? [] : ['alike']),
        'Johari window',
      ],
      lines,
      screen,
      [17, 9, 9, 8, 6, 9, ...(other === null ? [] : [6]), 0],
    ),
    '',
    facts.join(dim(' · ')),
    ...notices.map(dim),
  ].join('\n');
}

export function drawExplanation({ memory, rows }: MemoryExplanation): string {
  const series = (['alignment', 'novelty', 'coherence', 'likeness'] as const).map((name) => ({
    name,
    values: rows.map((row) => row[name]),
  }));
  return radarSvg({
    title: shorten(memory.content, 70),
    axes: rows.map(({ space }) => inWords(space)),
    series: series.filter(({ values }) => values.some((value) => value !== null)),
  });
}

export function renderSpaceMatches(
  { profile, weights, results, notices }: SpaceMatches,
  screen: TextFormat,
): string {
  const weighed = Object.entries(weights).map(
    ([space, weight]) => `${inWords(space)} ${weight.toFixed(2)}`,
  );
  const rows = results.map(({ memory, score, spaces }) => {
    const standings = Object.entries(spaces).map(
      ([space, { similarity, rank }]) =>
        `${inWords(space)} ${similarity.toFixed(2)}${rank === null ? '' : ` #${rank}`}`,
    );
    return [
      score.toFixed(3),
      `${shorten(memory.content, 300)}\n${dim(`${moment(memory.saidAt, screen)} · ${memory.id}`)}\n${dim(standings.join(' · '))}`,
    ];
  });
  return [
    ...(weighed.length === 0
      ? []
      : [dim(`${profile === null ? 'By' : `Profile ${profile}:`} ${weighed.join(', ')}`)]),
    rows.length > 0 ? table(['score', 'memory'], rows, screen, [6, 0]) : 'Nothing was found.',
    ...notices.map(dim),
  ].join('\n');
}

const inWords = (space: string): string => space.replace('_', ' ');
const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
