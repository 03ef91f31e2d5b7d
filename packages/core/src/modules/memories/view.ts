import { audienceMark } from '../../domain/audience.js';
import { type Layer, type LayeredAnswer, LAYERS, type Route } from '../../domain/layers.js';
import type { Known, Recalled, Recollection } from '../../domain/recollection.js';
import { marksUnread } from '../../domain/validity.js';
import {
  accent,
  bad,
  bold,
  counted,
  day,
  dim,
  inWords,
  moment,
  percent,
  shorten,
  sureness,
  table,
  type TextFormat,
  validityMark,
} from '../../format/style.js';

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
function renderLayers(answer: LayeredAnswer, screen: TextFormat): string {
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

/** The route in one line, shown below a recall's results. */
export function routeLine({ type, paradigms }: Route): string {
  return dim(
    `A ${type.value} query${type.cues.length === 0 ? '' : ` (${told(type.cues)})`}, answered by ${paradigms.value.join(', ')} memory.`,
  );
}

const told = (cues: readonly string[]): string => cues.map((cue) => `“${cue}”`).join(', ');

/** Below this probability, results are counted but not shown in a short answer. */
const HARDLY = 0.03;
const DAY = 86_400_000;

/** The results of a recall for people, and how to vote on them. */
export function renderRecollection(recollection: Recollection, screen: TextFormat): string {
  const { id, results, layers } = recollection;
  const found = renderFound(recollection, screen);
  return layers !== null || results.length === 0
    ? found
    : `${found}\n${dim(`Was one of use? mneme feedback useful ${id}.1 (or irrelevant, wrong)`)}`;
}

/** Results with speaker and time; with `whole`, also the reasons and how they were found. */
export function renderFound(recollection: Recollection, screen: TextFormat): string {
  const { results, beside, notices, layers, probability, why } = recollection;
  if (layers !== null)
    return [
      renderLayers(layers, screen),
      '',
      ...(screen.whole === true ? [dim(howFound(recollection))] : []),
      ...notices.map(dim),
    ].join('\n');
  if (results.length === 0)
    return ['Nothing was found.', ...beside.flatMap(besideLine), ...notices].join('\n');
  const shown = screen.whole === true ? results : results.filter(isLikely);
  const rows = shown.map((result, at) => [
    String(at + 1),
    ...(screen.whole === true ? [result.why === undefined ? '' : result.why.score.toFixed(2)] : []),
    sureness(result.probability),
    [
      sentence(result, screen),
      ...under(result, screen, marksUnread(shown)),
      ...(at === 0 ? wordsOf(result) : []),
    ].join('\n'),
  ]);
  const head = screen.whole === true ? ['#', 'score', 'sure', 'memory'] : ['#', 'sure', 'memory'];
  const widths = screen.whole === true ? [3, 6, 6, 0] : [3, 6, 0];
  const hidden = results.length - shown.length;
  return [
    ...verdictLine(why.known, probability).flatMap((line) => [accent(line), '']),
    table(head, rows, screen, widths),
    ...beside.flatMap(besideLine),
    '',
    ...(screen.whole === true ? howItWent(recollection).map(dim) : []),
    ...(hidden === 0
      ? []
      : [
          dim(
            `${counted(hidden, 'more result is', 'more results are')} left out, as ${hidden === 1 ? 'it' : 'they'} probably ${hidden === 1 ? 'does' : 'do'} not answer the question; --why shows ${hidden === 1 ? 'it' : 'them'}, too.`,
          ),
        ]),
    ...notices.map(dim),
  ].join('\n');
}

/** Among how many first results one that nobody has read yet is shown, however unlikely. */
const UNREAD_AMONG = 3;

/** The first result is always shown: it may be all there is. */
function isLikely(
  { probability, validity }: Partial<Recalled>,
  at: number,
  all: readonly Partial<Recalled>[],
): boolean {
  const mayChangeIt = at < UNREAD_AMONG && validity === 'unread' && marksUnread(all);
  return at === 0 || mayChangeIt || (probability ?? 1) >= HARDLY;
}

function howItWent(recollection: Recollection): string[] {
  const { plan, cascade } = recollection;
  return [
    howFound(recollection),
    ...(cascade === null ? [] : [howWidened(cascade)]),
    routeLine(plan.route),
    ...(plan.cues.length > 0
      ? [`Weighed as ${plan.reasoning} because of “${plan.cues.join('”, “')}”.`]
      : []),
    ...plan.strategy.steps.map((step) => `${plan.strategy.used}: ${step}`),
  ];
}

/** `Tom, 1 July 2025, of 28 June 2025 (three days before): I moved to Porto.` */
function sentence(result: Partial<Recalled>, screen: TextFormat): string {
  const text = textOf(result) ?? JSON.stringify(result);
  const { speaker, saidAt } = result;
  const said = [
    ...(speaker === undefined || speaker === null ? [] : [speaker]),
    ...(saidAt === undefined ? [] : [day(saidAt, screen)]),
    ...toldLater(result, screen),
  ];
  const told = said.length === 0 ? text : `${bold(`${said.join(', ')}:`)} ${text}`;
  return result.id === undefined ? told : `${told} ${dim(result.id)}`;
}

/** The date of an event if it differs from the day it was said: `of 28 June 2025 (three days before)`. */
function toldLater({ saidAt, occurred }: Partial<Recalled>, screen: TextFormat): string[] {
  if (saidAt === undefined || occurred === undefined || occurred.precision !== 'day') return [];
  if (occurred.to - occurred.from > DAY || occurred.text === day(saidAt, screen)) return [];
  const days = Math.round((startOfDay(saidAt) - startOfDay(occurred.from)) / DAY);
  if (days === 0) return [];
  const count = Math.abs(days);
  const away = `${inWords(count)} ${count === 1 ? 'day' : 'days'} ${days > 0 ? 'before' : 'later'}`;
  return [`of ${occurred.text}${count <= 60 ? ` (${away})` : ''}`];
}

const startOfDay = (at: number): number => Math.floor(at / DAY) * DAY;

/** For a long memory the passage that answers, with its position. */
function textOf({ content, excerpt }: Partial<Recalled>): string | null {
  if (excerpt !== undefined)
    return `${shorten(excerpt.text, 400)} ${dim(`characters ${excerpt.start} to ${excerpt.end}`)}`;
  return content === undefined ? null : shorten(content, 400);
}

const VERDICT: Readonly<Record<Known['verdict'], string>> = {
  known: 'Probably',
  unsure: 'Unsure',
  unknown: 'Most likely not',
  lapsed: 'Not any more',
  unjudged: 'Not judged',
};

/** `Is the answer known? Probably (79 %).` Reasons for doubt follow; no line without a probability. */
export function verdictLine({ verdict, doubts }: Known, probability: number | null): string[] {
  if (probability === null) return [];
  const why = doubts.length > 0 ? `: ${doubts.join('; ')}` : '';
  return [`Is the answer known? ${VERDICT[verdict]} (${percent(probability)})${why}.`];
}

function howWidened({ stages, stoppedBecause }: NonNullable<Recollection['cascade']>): string {
  return `Searched ${stages.map(({ stage, confidence }) => `${stage} (${Math.round(confidence * 100)} % sure)`).join(' → ')}; stopped because of ${{ sure: 'sureness', depth: 'its depth', time: 'the time' }[stoppedBecause]}.`;
}

function besideLine({
  kind,
  content,
  confidence,
  id,
  evidence,
  stale,
}: Recollection['beside'][number]): string[] {
  return [
    `${bold(kind)} ${shorten(content, 400)}`,
    dim(
      `${id} · confidence ${confidence.toFixed(2)} · rests on ${counted(evidence.length, 'memory', 'memories')}`,
    ) + (stale === null ? '' : accent(` · stale: ${stale}`)),
  ];
}

function under(result: Partial<Recalled>, screen: TextFormat, marked: boolean): string[] {
  return [
    ...(screen.whole === true && result.provenance !== undefined ? [dim(result.provenance)] : []),
    ...(result.validity === 'unread' && !marked ? [] : validity(result, screen)),
    accent(audienceMark(result.tags)),
    ...becauseLine(result),
    ...(result.images ?? []).map(({ source, alt, sha256 }) =>
      dim(`picture: ${source ?? sha256.slice(0, 12)}${alt === null ? '' : ` “${alt}”`}`),
    ),
    ...(result.contradictions ?? []).flatMap((other) => againstLine(other, result)),
    ...(screen.whole === true ? (result.supporting ?? []) : [])
      .slice(0, 1)
      .map(({ content }) => dim(`beside it: ${shorten(content, 120)}`)),
  ].filter((line) => line !== '');
}

/** The words of the turn that a note was read off: they often tell more than the one fact. */
const wordsOf = ({ note, content }: Partial<Recalled>): string[] =>
  (note?.turns ?? [])
    .slice(0, 1)
    .filter((turn) => turn.content !== content)
    .map((turn) => dim(`said: ${shorten(turn.content, 300)}`));

/** The reason that was told, unless its sentence has it. */
const becauseLine = ({ note, content = '' }: Partial<Recalled>): string[] => {
  const because = note?.because ?? null;
  return because === null || content.includes(because)
    ? []
    : [dim(`because: ${shorten(because, 160)}`)];
};

/** A superseded memory has no such line: the one above it says what holds. */
function againstLine(
  { content, why }: NonNullable<Recalled['contradictions']>[number],
  { validity: state }: Partial<Recalled>,
): string[] {
  const told = shorten(content, 160);
  if (why !== 'supersedes' && why !== 'superseded_by') return [accent(`against it: ${told}`)];
  if (state === 'superseded') return [];
  return [dim(`${why === 'supersedes' ? 'before' : 'later'}: ${told}`)];
}

function validity(
  { validity: state, validityDetail: detail }: Partial<Recalled>,
  screen: TextFormat,
): string[] {
  if (state === 'planned' || state === 'ended' || state === 'past' || state === 'unread')
    return [dim(state)];
  if (detail === null || detail === undefined) return [];
  const slot = detail.slot === '' ? '' : ` (${detail.slot})`;
  const since = day(detail.sinceDay ?? detail.since, screen);
  return [
    accent(
      {
        superseded: `no longer so since ${since}${slot}: see ${detail.by}`,
        partly: `in part no longer so since ${since}${slot}: see ${detail.by}`,
        doubtful: `may no longer be so since ${since}${slot}: see ${detail.by}`,
        disputed: `${detail.by} says otherwise${slot}`,
        current: '',
      }[state ?? 'current'],
    ),
  ];
}

function howFound({ plan, timings, cacheHit, considered, why, tokens }: Recollection): string {
  const total = Object.values(timings).reduce((sum, time) => sum + time, 0);
  const paths = plan.paths
    .map(({ path, found, note }) => (note === null ? `${path} ${found}` : `${path} – (${note})`))
    .join(', ');
  const held = `${Math.round(why.coverage * 100)} % of the question’s words covered`;
  return `${bold(`${total.toFixed(1)} ms`)}${cacheHit ? ' from the cache' : ''}: ${considered} candidates (${paths}); ${held}${tokens === null ? '' : `; ${tokens} tokens`}.`;
}
