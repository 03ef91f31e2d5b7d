import { VERDICTS } from '../../domain/feedback.js';
import { GOAL_LEVELS, GOAL_STATUSES } from '../../domain/goal.js';
import { EDGE_STATUSES } from '../../domain/graph.js';
import { LEARNED_PREFIX } from '../../domain/learned-record.js';
import { MEMORY_KINDS, SOURCES } from '../../domain/memory.js';
import { NOTE_STATUSES, NOTE_TYPES } from '../../domain/note.js';
import { GUARD_MODES, PRIVACY_LEVELS } from '../../domain/privacy.js';
import { PRECISIONS } from '../../domain/time.js';
import { CONFLICT_VERDICTS } from '../../domain/validity.js';
import { SCRATCH_PRIVACY } from '../../domain/working-memory.js';

/** Checks of columns, as small predicates: they run on every row that is read. */

export type Raw = Readonly<Record<string, unknown>>;

/** Whether a value is valid; `row` is its row, for checks that depend on other cells. */
export type Fits = (value: unknown, row: Raw) => boolean;

/** The check of a column, and its replacement for an invalid value. */
export interface Cell {
  readonly fits: Fits;
  /** Its text is JSON, and the check applies to the parsed value. */
  readonly json: boolean;
  /** The replacement for an unreadable value; without it, the whole row is unreadable. */
  readonly instead?: (row: Raw) => unknown;
}

/** The limits of the calendar, in milliseconds since 1970. */
const FURTHEST = 8.64e15;

export const text: Fits = (value) => typeof value === 'string';
export const flag: Fits = (value) => typeof value === 'boolean';
export const figure: Fits = (value) => typeof value === 'number' && Number.isFinite(value);
export const share: Fits = (value) => typeof value === 'number' && value >= 0 && value <= 1;
export const whole: Fits = (value) => Number.isSafeInteger(value);
export const count: Fits = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const moment: Fits = (value) =>
  Number.isInteger(value) && Math.abs(value as number) <= FURTHEST;
export const bytes: Fits = (value) => value instanceof Uint8Array;

export const matching =
  (pattern: RegExp): Fits =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

export function among(values: readonly string[]): Fits {
  const known = new Set<unknown>(values);
  return (value) => known.has(value);
}

export const nullable =
  (fits: Fits): Fits =>
  (value, row) =>
    value === null || fits(value, row);

export const list =
  (fits: Fits, least = 0): Fits =>
  (value, row) =>
    Array.isArray(value) && value.length >= least && value.every((each) => fits(each, row));

const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record with any fields, all of which fit. */
export const mapOf =
  (fits: Fits): Fits =>
  (value, row) =>
    isRecord(value) && Object.values(value).every((each) => fits(each, row));

/** A record with at least these fields. */
export function shape(fields: Readonly<Record<string, Fits>>): Fits {
  const wanted = Object.entries(fields);
  return (value, row) =>
    isRecord(value) && wanted.every(([name, fits]) => fits(value[name] ?? null, row));
}

/** A record in which each of these fields may be missing. */
export function partial(fields: Readonly<Record<string, Fits>>): Fits {
  const known = Object.entries(fields);
  return (value, row) =>
    isRecord(value) &&
    known.every(([name, fits]) => value[name] === undefined || fits(value[name], row));
}

/** The row's own column of that name. */
export const sameAs =
  (column: string): Fits =>
  (value, row) =>
    value === row[column];

/** A column without which a row is useless. */
export const must = (fits: Fits): Cell => ({ fits, json: false });
export const mustJson = (fits: Fits): Cell => ({ fits, json: true });

/** A column with a replacement: a value, or one computed from other cells of the row. */
export const or = (fits: Fits, instead: unknown): Cell => ({
  fits,
  json: false,
  ...replacement(instead),
});
export const orJson = (fits: Fits, instead: unknown): Cell => ({
  fits,
  json: true,
  ...replacement(instead),
});

function replacement(instead: unknown): Required<Pick<Cell, 'instead'>> {
  return {
    instead: typeof instead === 'function' ? (instead as (row: Raw) => unknown) : () => instead,
  };
}

/** The first of these columns that contains a moment. */
export const momentOf =
  (...columns: readonly string[]) =>
  (row: Raw): unknown =>
    columns.map((column) => row[column]).find((value) => moment(value, row)) ?? 0;

/** Fits no check: the text is not valid JSON. */
const BROKEN = Symbol('broken');
const NOTHING: readonly never[] = Object.freeze([]);
const NO_FIELDS = Object.freeze({});

/** The value of a cell, parsed if JSON; the JSON of most rows is empty. */
export function valueOf({ json }: Cell, stored: unknown): unknown {
  if (!json || stored === null) return stored;
  if (stored === '[]') return NOTHING;
  if (stored === '{}') return NO_FIELDS;
  if (typeof stored !== 'string') return BROKEN;
  try {
    return JSON.parse(stored) as unknown;
  } catch {
    return BROKEN;
  }
}

export const fitsCell = (cell: Cell, stored: unknown, row: Raw): boolean =>
  cell.fits(valueOf(cell, stored), row);

/** The JSON in the file, checked as far as its readers depend on it. */

export const memoryId = matching(/^m_[0-9a-z]{13}$/);
export const goalId = matching(/^g_[0-9a-z]{13}$/);
export const contextId = matching(/^c_[0-9a-z]{13}$/);
export const conflictId = matching(/^k_[0-9a-z]{13}$/);
export const learnedId = matching(/^[tswpqhlx]_[0-9a-z]{13}$/);
export const recallId = matching(/^r_[0-9a-z]{13}$/);
export const resultId = matching(/^r_[0-9a-z]{13}\.[1-9][0-9]{0,2}$/);
export const sessionId = matching(/^[^]{1,200}$/);
export const learnedKind = among(Object.keys(LEARNED_PREFIX));

export const texts = list(text);
export const metadata = mapOf((value) => ['string', 'number', 'boolean'].includes(typeof value));
export const provenance = list(
  shape({
    source: among(SOURCES),
    speaker: nullable(text),
    session: nullable(sessionId),
    turn: nullable(text),
    origin: nullable(text),
    saidAt: moment,
    offset: nullable(figure),
  }),
  1,
);
const PERIOD = { from: moment, to: moment, precision: among(PRECISIONS) };
export const dates = list(shape({ ...PERIOD, text, recurring: flag, approximate: flag }));
export const images = list(
  shape({ mediaType: text, width: figure, height: figure, bytes: figure, sha256: text }),
);
export const note = shape({
  about: text,
  is: nullable(text),
  aspect: text,
  value: text,
  type: among(NOTE_TYPES),
  status: among(NOTE_STATUSES),
  from: nullable(text),
  until: nullable(text),
  because: nullable(text),
  outcome: nullable(shape({ of: text, went: text, under: nullable(text) })),
  asks: texts,
  matters: texts,
  reader: text,
});
export const quarantine = shape({
  status: among(['held', 'rejected']),
  score: figure,
  reasons: texts,
});
export const need = shape({
  terms: texts,
  names: texts,
  asks: texts,
  periods: list(shape(PERIOD)),
  reasoning: text,
});
export const settings = partial({
  disposition: shape({ scepticism: figure, literalism: figure, empathy: figure }),
  reflectedUpTo: figure,
  privacy: among(PRIVACY_LEVELS),
  tokens: flag,
  guard: among(GUARD_MODES),
  zone: text,
  reading: flag,
  facts: flag,
  owner: nullable(text),
  dreamAt: text,
  clearAfterDays: figure,
  clearBelow: figure,
  deletedAt: nullable(moment),
});
export const conflict = shape({
  id: sameAs('id'),
  older: memoryId,
  newer: memoryId,
  subject: text,
  slot: text,
  olderValue: text,
  newerValue: text,
  verdict: among(CONFLICT_VERDICTS),
  reason: text,
  status: among(EDGE_STATUSES),
  settlement: nullable(
    shape({
      keep: text,
      by: text,
      actor: text,
      at: moment,
      note: text,
      conditions: nullable(text),
    }),
  ),
  lowered: shape({ older: figure, newer: figure }),
  foundAt: moment,
  version: count,
});
/** The body depends on its kind; truncation or a wrong record shows in its head. */
export const learned = shape({
  id: sameAs('id'),
  kind: learnedKind,
  key: text,
  createdAt: moment,
  changedAt: moment,
  retractedAt: nullable(moment),
  version: count,
  body: mapOf(() => true),
});
const SAID = { text, at: moment };
export const workingMemory = shape({
  session: sameAs('session'),
  task: nullable(text),
  phase: nullable(text),
  events: list(shape(SAID)),
  turns: list(shape({ ...SAID, speaker: nullable(text) })),
  scratch: nullable(
    list(
      shape({
        agent: text,
        content: text,
        privacy: among(SCRATCH_PRIVACY),
        tags: texts,
        at: moment,
      }),
    ),
  ),
  changedAt: moment,
});

/** Images of replaced records in the journal; for entities and links they are rows. */
export const IMAGES = {
  memory: shape({
    id: sameAs('id'),
    kind: among(MEMORY_KINDS),
    content: text,
    contentHash: text,
    language: text,
    speaker: nullable(text),
    session: nullable(sessionId),
    position: figure,
    saidAt: moment,
    occurredFrom: moment,
    occurredTo: moment,
    occurredPrecision: among(PRECISIONS),
    recordedAt: moment,
    retractedAt: nullable(moment),
    retraction: nullable(text),
    quarantine: nullable(quarantine),
    confidence: share,
    importance: share,
    version: count,
    supersededBy: nullable(memoryId),
    tags: texts,
    metadata,
    provenance,
    dates,
    context: nullable(contextId),
    images: nullable(images),
    note: nullable(note),
  }),
  context: shape({ id: sameAs('id'), name: text, createdAt: moment }),
  session: shape({ id: sameAs('id'), origin: nullable(text), startedAt: moment }),
  goal: shape({
    id: sameAs('id'),
    description: text,
    level: among(GOAL_LEVELS),
    parent: nullable(goalId),
    weight: figure,
    status: among(GOAL_STATUSES),
    createdAt: moment,
    changedAt: moment,
    retractedAt: nullable(moment),
    version: count,
  }),
  vote: shape({
    id: sameAs('id'),
    memory: memoryId,
    verdict: among(VERDICTS),
    note: nullable(text),
    at: moment,
    actor: text,
    need,
    source: among(SOURCES),
    kind: among(MEMORY_KINDS),
    lowered: figure,
    version: count,
  }),
  conflict,
  learned,
  bank: settings,
} as const satisfies Readonly<Record<string, Fits>>;
