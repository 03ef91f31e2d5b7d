import { LAYERS } from '../../../domain/layers.js';
import type { Layer, LayeredAnswer } from '../../../domain/layers.js';
import {
  accent,
  bad,
  bold,
  dim,
  moment,
  shorten,
  sureness,
  validityMark,
  table,
  type TextFormat,
} from '../../../format/style.js';

type Cells = {
  readonly [Name in Layer]: {
    readonly head: readonly string[];
    readonly widths: readonly number[];
    row(row: NonNullable<LayeredAnswer[Name]>['rows'][number]): readonly string[];
  };
};

const TEXT = 300;

/** Table rendering of each layer; a new layer does not compile until it has one. */
const CELLS: Cells = {
  episodic: {
    head: ['when', 'who', 'sure', 'experience'],
    widths: [16, 14, 6, 0],
    row: (row) => [
      moment(row.timestamp),
      row.speaker ?? '',
      sureness(row.probability),
      `${shorten(row.content, TEXT)}\n${dim([row.eventId, row.session ?? '', row.turn ?? ''].filter((part) => part !== '').join(' · '))}`,
    ],
  },
  semantic: {
    head: ['kind', 'sure', 'memory'],
    widths: [11, 6, 0],
    row: (row) => [
      row.type,
      sureness(row.probability),
      `${shorten(row.content, TEXT)}\n${dim([row.id, ...row.tags].join(' · '))}`,
    ],
  },
  procedural: {
    head: ['category', 'success', 'sure', 'procedure'],
    widths: [14, 8, 6, 0],
    row: (row) => [
      row.category ?? '',
      row.successRate === null ? '–' : row.successRate.toFixed(2),
      sureness(row.probability),
      [
        bold(row.name),
        ...row.steps.map((step, at) => `${at + 1}. ${shorten(step, TEXT)}`),
        ...row.avoids.map((each) => `${bad('✗')} ${shorten(each, TEXT)}`),
        dim(row.id),
      ].join('\n'),
    ],
  },
  prospective: {
    head: ['due', 'type', 'who', 'sure', 'ahead'],
    widths: [16, 9, 12, 6, 0],
    row: (row) => [
      row.due?.text ?? row.status,
      row.type,
      row.assignee ?? '',
      sureness(row.probability),
      [
        shorten(row.content, TEXT),
        ...(row.note === undefined ? [] : [row.note]),
        dim(`${row.id} · priority ${row.priority.toFixed(2)}`),
      ].join('\n'),
    ],
  },
  graph: {
    head: ['entity', 'relation', 'to'],
    widths: [20, 22, 0],
    row: (row) => [
      `${row.entity}\n${dim(`${row.type}, ${row.mentions} mentions`)}`,
      row.relations
        .map(({ relation, direction }) => (direction === 'out' ? relation : `← ${relation}`))
        .join('\n'),
      row.relations.map((relation) => relation.to.name + validityMark(relation)).join('\n'),
    ],
  },
  meta: {
    head: ['domain', 'held', 'gaps'],
    widths: [20, 26, 0],
    row: (row) => [
      `${row.domain}\n${dim(row.category)}`,
      [
        `${row.memories} memories, ${row.expertise}`,
        row.period?.text ?? '',
        row.confidence === null ? '' : `confidence ${row.confidence.toFixed(2)}`,
      ]
        .filter((line) => line !== '')
        .join('\n'),
      row.gaps.join('\n'),
    ],
  },
  planning: {
    head: ['type', 'sure', 'goal or blocker'],
    widths: [14, 6, 0],
    row: (row) => [
      row.level?.replace('_', ' ') ?? row.type,
      sureness(row.probability),
      `${'  '.repeat(row.depth)}${shorten(row.content, TEXT)}\n${dim(`${row.id} · ${row.rationale}`)}`,
    ],
  },
};

/** The answer by layer: the reason for the choice, then each layer's rows or why it has none. */
export function renderLayers(answer: LayeredAnswer, screen: TextFormat): string {
  const parts = LAYERS.flatMap((layer) =>
    answer[layer] === undefined
      ? []
      : [
          `${accent(layer)} ${dim(String(answer[layer].rows.length))}\n${renderLayer(layer, answer, screen)}`,
        ],
  );
  return [dim(capital(`${answer.explanation.why}.`)), ...parts].join('\n\n');
}

function renderLayer<Name extends Layer>(
  layer: Name,
  answer: LayeredAnswer,
  screen: TextFormat,
): string {
  const given = answer[layer] as
    { readonly rows: readonly unknown[]; readonly empty: string | null } | undefined;
  if (given === undefined || given.rows.length === 0) return dim(given?.empty ?? '');
  const { head, widths, row } = CELLS[layer] as unknown as {
    head: readonly string[];
    widths: readonly number[];
    row(row: unknown): readonly string[];
  };
  return table(
    head,
    given.rows.map((each) => row(each)),
    screen,
    widths,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
