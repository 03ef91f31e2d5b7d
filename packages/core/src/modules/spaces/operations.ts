import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { bold, dim, moment, shorten, table, type TextFormat } from '../../format/style.js';
import { ExplainInput, MemoryExplanation } from './explain-memory.js';
import { SpaceMatches, SpaceQuery } from './search-spaces.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';
import type { JohariQuadrant } from '../../spaces/space.js';

/** One ring of a radar chart: a value of 0..1 for each axis, null for none. */
interface RadarSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

interface RadarPicture {
  readonly title: string;
  readonly axes: readonly string[];
  readonly series: readonly RadarSeries[];
}

const WIDTH = 640;
const HEIGHT = 560;
const CENTRE = { x: WIDTH / 2, y: 290 } as const;
const RADIUS = 180;
const RINGS = [0.25, 0.5, 0.75, 1];
/** Colours that the colour-blind can distinguish, too (Okabe and Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73'];

/** Follows the viewer's light or dark preference; has its own background as a separate page. */
const STYLE = [
  'svg{background:#ffffff;color:#1f2328;font-family:system-ui,sans-serif}',
  '@media(prefers-color-scheme:dark){svg{background:#0d1117;color:#e6edf3}}',
  'text{fill:currentColor;font-size:13px}.title{font-size:16px;font-weight:600}.absent{opacity:.45}.scale{font-size:10px;opacity:.6}',
  '.grid{fill:none;stroke:currentColor;stroke-opacity:.25}',
].join('');

/**
 * A radar chart as self-contained SVG. An axis without any value is dimmed; a null does not break the polygon, it
 * counts as 0.
 */
export function radarSvg({ title, axes, series }: RadarPicture): string {
  const point = (at: number, value: number): string => {
    const angle = (2 * Math.PI * at) / axes.length - Math.PI / 2;
    return `${round(CENTRE.x + RADIUS * value * Math.cos(angle))},${round(CENTRE.y + RADIUS * value * Math.sin(angle))}`;
  };
  const ring = (values: readonly number[]): string =>
    values.map((value, at) => point(at, value)).join(' ');
  const absent = (at: number): boolean =>
    series.every(({ values }) => (values[at] ?? null) === null);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escape(title)}">`,
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="${CENTRE.x}" y="30" text-anchor="middle">${escape(title)}</text>`,
    ...RINGS.map((value) => `<polygon class="grid" points="${ring(axes.map(() => value))}"/>`),
    ...RINGS.map(
      (value) =>
        `<text class="scale" x="${CENTRE.x + 4}" y="${round(CENTRE.y - RADIUS * value + 3)}">${value}</text>`,
    ),
    ...axes.map((_, at) => `<polyline class="grid" points="${point(at, 0)} ${point(at, 1)}"/>`),
    ...series.flatMap(({ name, values }, at) => {
      const colour = COLOURS[at % COLOURS.length] ?? '';
      const shown = values.map((value) => Math.min(1, Math.max(0, value ?? 0)));
      const dots = values.flatMap((value, axis) => {
        const [x, y] = point(axis, shown[axis] ?? 0).split(',');
        return value === null
          ? []
          : [
              `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"><title>${escape(`${axes[axis]}: ${name} ${value.toFixed(2)}`)}</title></circle>`,
            ];
      });
      return [
        `<polygon points="${ring(shown)}" fill="${colour}" fill-opacity="0.15" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`,
        ...dots,
      ];
    }),
    ...axes.map((axis, at) => label(axis, at, axes.length, absent(at), series)),
    ...series.map(
      ({ name }, at) =>
        `<g transform="translate(20,${HEIGHT - 20 - 20 * (series.length - 1 - at)})"><rect width="12" height="12" y="-10" fill="${COLOURS[at % COLOURS.length]}"/><text x="18">${escape(name)}</text></g>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}

function label(
  axis: string,
  at: number,
  count: number,
  absent: boolean,
  series: readonly RadarSeries[],
): string {
  const angle = (2 * Math.PI * at) / count - Math.PI / 2;
  const [x, y] = [
    CENTRE.x + (RADIUS + 16) * Math.cos(angle),
    CENTRE.y + (RADIUS + 16) * Math.sin(angle) + 4,
  ];
  const anchor = Math.abs(Math.cos(angle)) < 0.1 ? 'middle' : Math.cos(angle) > 0 ? 'start' : 'end';
  const figures = series.map(({ values }) => values[at]?.toFixed(2) ?? '–').join(' · ');
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${absent ? ' class="absent"' : ''}>${escape(axis)} ${absent ? 'absent' : figures}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML; characters that XML does not allow are dropped. */
function escape(text: string): string {
  return text
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '',
    )
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Johari quadrants in words: whether a memory's content is new, and whether it fits. */
const WINDOW: Readonly<Record<JohariQuadrant, string>> = {
  open: 'familiar, and fits',
  blind: 'new, fits nowhere yet',
  hidden: 'familiar, fits nowhere',
  unknown: 'new, and fits',
};

function renderExplanation(
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

function drawExplanation({ memory, rows }: MemoryExplanation): string {
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

function renderSpaceMatches(
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

export const explainOperation = defineOperation({
  name: 'explain',
  summary:
    'Explain a memory by what it is in each embedding space, and how like another it is there.',
  description:
    'Its fingerprint: in which of the twelve spaces it is, how it serves the north star there, how new and how coherent it was, and its Johari window. With another memory, how alike the two are by each space’s own measure; there is no sum: two spaces’ figures cannot be compared.',
  input: ExplainInput,
  output: MemoryExplanation,
  positional: ['id', 'with'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme explain m_01h5k0c2x9w7a', shows: 'twelve rows, one for each space' },
    { command: 'mneme explain m_01h5k0c2x9w7a m_01h5k0c2x9w7b', shows: 'twelve likenesses, too' },
    {
      command: 'mneme explain m_01h5k0c2x9w7a --svg memory.svg',
      shows: 'the same, and a radar picture in memory.svg',
    },
  ],
  verb: ['spaces.explain', 'id'],
  places: [{ method: 'GET', path: '/memories/{id}/explanation' }],
  asLines: renderExplanation,
  draw: drawExplanation,
  run: (memory, input) => memory.spaces.explain(input),
});

export const searchSpaceOperation = defineOperation({
  name: 'search_space',
  words: ['near'],
  summary: 'Find what is nearest in one embedding space, or over several.',
  description:
    'By a query, a picture or a memory. Over several spaces each ranks by itself, and ranks are fused by weight; freshness puts what a query found into order afterwards.',
  input: SpaceQuery,
  output: SpaceMatches,
  positional: ['query'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme near "wether in Portoo" --space hyperdimensional',
      shows: 'memories with the same words, misspelt or not',
    },
    {
      command: 'mneme near --memory m_01h5k0c2x9w7a --space graph',
      shows: 'memories that are linked as it is',
    },
    {
      command: 'mneme near "why did Priya move?" --spaces causal=1,semantic=0.5',
      shows: 'two spaces’ rankings fused',
    },
    {
      command: 'mneme near "who runs the bakery?" --profile fact_checking',
      shows: 'all spaces by named weights',
    },
  ],
  verb: ['spaces.search'],
  places: [{ method: 'POST', path: '/spaces/search' }],
  asLines: renderSpaceMatches,
  run: (memory, input) => memory.spaces.search(input),
});

// Deprecated aliases: the names these verbs had in the previous version.

export const purposeSearchOperation = deprecatedVerb(searchSpaceOperation, {
  name: 'purpose_search',
  words: ['purpose-search'],
  positional: ['of'],
  places: [{ method: 'POST', path: '/purpose/search' }],
  input: z.strictObject({ of: MemoryId.describe('The memory.'), limit: SpaceQuery.shape.limit }),
  as: ({ of, limit }) => ({ memory: of, limit }),
});

export const compareOperation = deprecatedVerb(explainOperation, {
  name: 'compare',
  positional: ['a', 'b'],
  places: [{ method: 'GET', path: '/memories/{a}/likeness/{b}' }],
  input: z.strictObject({
    a: MemoryId.describe('A memory.'),
    b: MemoryId.describe('Another memory.'),
  }),
  as: ({ a, b }) => ({ id: a, with: b }),
});
