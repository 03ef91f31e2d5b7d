import { VERBS } from '../../domain/change.js';
import { CONFLICT_VERDICTS } from '../../domain/validity.js';
import { VERDICTS } from '../../domain/feedback.js';
import { GOAL_LEVELS, GOAL_STATUSES } from '../../domain/goal.js';
import { EDGE_FAMILIES, EDGE_ROLES, EDGE_STATUSES, ENTITY_TYPES } from '../../domain/graph.js';
import { BankName } from '../../domain/ids.js';
import { MEMORY_KINDS, SOURCES } from '../../domain/memory.js';
import { PRECISIONS } from '../../domain/time.js';
import {
  among,
  bytes,
  count,
  figure,
  fitsCell,
  list,
  mapOf,
  matching,
  moment,
  momentOf,
  must,
  mustJson,
  nullable,
  or,
  orJson,
  share,
  text,
  whole,
  type Cell,
  type Fits,
  type Raw,
} from './stored-cells.js';
import * as record from './stored-cells.js';

type Cells = Readonly<Record<string, Cell>>;

/** A bank being imported has no name yet. */
const bankName: Fits = (value) =>
  typeof value === 'string' && (value.startsWith('~') || BankName.safeParse(value).success);

/** Unknown evidence gets the least trust: its source counts as the web. */
const unknownEvidence = (row: Raw): unknown => [
  {
    source: 'web',
    speaker: typeof row['speaker'] === 'string' ? row['speaker'] : null,
    session: record.sessionId(row['session'], row) ? row['session'] : null,
    turn: null,
    origin: null,
    saidAt: momentOf('said_at', 'recorded_at')(row),
  },
];

/** It was quarantined for a reason that is lost: it stays out until reviewed. */
const UNKNOWN_REASON = {
  status: 'held',
  score: 1,
  reasons: ['why it was held back cannot be read any more'],
};

/** Its settings are lost: remove everything that can be removed. */
const UNKNOWN_SETTINGS = { privacy: 'strict', guard: 'quarantine' };

const ENTITY: Cells = {
  id: must(matching(/^e_[0-9a-z]{13}$/)),
  name: must(text),
  type: or(among(ENTITY_TYPES), 'thing'),
  aliases: orJson(record.texts, []),
  first_seen_at: or(moment, 0),
  version: or(count, 1),
};

const EDGE: Cells = {
  source: must(matching(/^[mec]_[0-9a-z]{13}$/)),
  target: must(matching(/^[mec]_[0-9a-z]{13}$/)),
  role: must(among(Object.keys(EDGE_ROLES))),
  label: must(text),
  weight: or(figure, 0.5),
  confidence: or(figure, 0.5),
  status: or(among(EDGE_STATUSES), 'pending'),
  evidence: or(nullable(record.memoryId), null),
  family: or(
    among(EDGE_FAMILIES),
    ({ role }: Raw) => EDGE_ROLES[role as keyof typeof EDGE_ROLES] ?? 'relational',
  ),
};

const CONTEXT: Cells = {
  id: must(record.contextId),
  name: or(text, ''),
  created_at: or(moment, 0),
};

const SESSION: Cells = {
  id: must(record.sessionId),
  origin: or(nullable(text), null),
  started_at: or(moment, 0),
};

const VOTE: Cells = {
  id: must(record.resultId),
  memory: must(record.memoryId),
  verdict: must(among(VERDICTS)),
  note: or(nullable(text), null),
  at: or(moment, 0),
  actor: or(text, ''),
  need: mustJson(record.need),
  source: or(among(SOURCES), 'web'),
  kind: or(among(MEMORY_KINDS), 'fact'),
  lowered: or(figure, 0),
  version: or(count, 1),
};

const CONFLICT: Cells = {
  id: must(record.conflictId),
  older: must(record.memoryId),
  newer: must(record.memoryId),
  status: must(among(EDGE_STATUSES)),
  verdict: must(among(CONFLICT_VERDICTS)),
  record: mustJson(record.conflict),
};

/** A row stored as JSON, with every cell valid. */
const rowOf =
  (cells: Cells): Fits =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(cells).every(([name, cell]) =>
      fitsCell(cell, (value as Raw)[name] ?? null, value as Raw),
    );

const IMAGES: Readonly<Record<string, Fits>> = {
  ...record.IMAGES,
  entity: rowOf(ENTITY),
  edge: rowOf(EDGE),
};
const REMOVED: Readonly<Record<string, Fits>> = {
  entity: rowOf(ENTITY),
  context: rowOf(CONTEXT),
  session: rowOf(SESSION),
  vote: rowOf(VOTE),
  conflict: rowOf(CONFLICT),
  edge: rowOf(EDGE),
};
/** Validates by the kind in the row's `type`. */
const byType =
  (forms: Readonly<Record<string, Fits>>): Fits =>
  (value, row) =>
    forms[String(row['type'])]?.(value, row) === true;

/** The tables of the file, and what their columns contain. References between them are verified by the checks. */
export const STORED = {
  bank: {
    name: or(bankName, ({ num }: Raw) => `found-${num}`),
    created_at: or(moment, 0),
    encoder: or(text, ''),
    sequence: or(count, 0),
    settings: orJson(record.settings, UNKNOWN_SETTINGS),
  },
  memory: {
    id: must(record.memoryId),
    kind: or(among(MEMORY_KINDS), 'fact'),
    content: must(text),
    hash: or(text, ''),
    language: or(text, 'en'),
    speaker: or(nullable(text), null),
    session: or(nullable(record.sessionId), null),
    position: or(whole, 0),
    said_at: or(moment, momentOf('recorded_at', 'occurred_from')),
    occurred_from: or(moment, momentOf('said_at', 'recorded_at')),
    occurred_to: or(moment, momentOf('occurred_from', 'said_at', 'recorded_at')),
    occurred_precision: or(among(PRECISIONS), 'minute'),
    recorded_at: or(moment, momentOf('said_at')),
    // There was a value, so it was retracted.
    retracted_at: or(nullable(moment), momentOf('recorded_at', 'said_at')),
    retraction: or(nullable(text), null),
    quarantine: orJson(nullable(record.quarantine), UNKNOWN_REASON),
    confidence: or(share, 0.5),
    importance: or(share, 0.5),
    version: or(count, 1),
    superseded_by: or(nullable(record.memoryId), null),
    tags: orJson(record.texts, []),
    metadata: orJson(record.metadata, {}),
    provenance: orJson(record.provenance, unknownEvidence),
    dates: orJson(record.dates, []),
    context: or(nullable(record.contextId), null),
    images: orJson(record.images, []),
    note: orJson(nullable(record.note), null),
    terms: or(nullable(text), null),
    traits: or(count, 0),
  },
  embedding: { space: must(text), encoder: must(text), vector: must(bytes) },
  usage: { access_count: must(count), last_accessed_at: must(moment) },
  entity: ENTITY,
  context: CONTEXT,
  session: SESSION,
  goal: {
    id: must(record.goalId),
    description: must(text),
    level: or(among(GOAL_LEVELS), 'immediate'),
    parent: or(nullable(record.goalId), null),
    weight: or(share, 1),
    status: or(among(GOAL_STATUSES), 'suspended'),
    created_at: or(moment, momentOf('changed_at')),
    changed_at: or(moment, momentOf('created_at')),
    retracted_at: or(nullable(moment), momentOf('changed_at', 'created_at')),
    version: or(count, 1),
  },
  edge: EDGE,
  // The store treats a claim as opaque text; its readers interpret it.
  claim: { key: must(text), memory: must(record.memoryId), claim: mustJson(mapOf(() => true)) },
  conflict: CONFLICT,
  vote: VOTE,
  learned: {
    id: must(record.learnedId),
    kind: must(record.learnedKind),
    key: must(text),
    record: mustJson(record.learned),
  },
  recall_log: {
    id: must(record.recallId),
    at: must(moment),
    need: mustJson(record.need),
    delivered: mustJson(list(record.memoryId)),
  },
  working_memory: {
    session: must(record.sessionId),
    changed_at: or(moment, 0),
    data: mustJson(record.workingMemory),
  },
  job: { name: must(text), state: mustJson(mapOf(() => true)) },
  vault: { token: must(text), kind: must(text), print: must(text), sealed: must(text) },
  journal: {
    at: or(moment, 0),
    verb: or(among(VERBS), 'observe'),
    actor: or(text, ''),
    reason: or(text, ''),
    reverts: or(nullable(count), null),
  },
  journal_before: {
    type: must(among(Object.keys(IMAGES))),
    id: must(text),
    image: mustJson(nullable(byType(IMAGES))),
  },
  removed: {
    type: must(among(Object.keys(REMOVED))),
    id: must(text),
    taken: must(count),
    created: must(count),
    row: mustJson(byType(REMOVED)),
  },
  snapshot: { sequence: must(count), format: must(text) },
  snapshot_part: { part: must(text), data: must(bytes) },
  unfinished_erasure: { sequence: or(count, 0), since: or(moment, 0) },
  // A key with unreadable rights grants nothing.
  api_key: {
    id: must(text),
    name: must(text),
    hash: must(matching(/^[0-9a-f]{64}$/)),
    banks: mustJson(nullable(list(text, 1))),
    scopes: mustJson(list(text, 1)),
    recipient: must(nullable(text)),
    created_at: or(moment, 0),
    revoked_at: or(nullable(moment), momentOf('created_at')),
  },
  reply: {
    owner: must(text),
    key: must(text),
    request: must(text),
    status: must(count),
    body: must(text),
    at: must(moment),
  },
} as const satisfies Readonly<Record<string, Cells>>;

export type StoredName = keyof typeof STORED;

/** The columns of a table. */
export const cellsOf = (table: StoredName): Cells => STORED[table];

/** The names of a row's damaged cells. */
export function damagedCells(table: StoredName, row: Raw): string[] {
  return Object.entries(cellsOf(table)).flatMap(([name, cell]) =>
    name in row && !fitsCell(cell, row[name], row) ? [name] : [],
  );
}

/** Statistics, notes and caches, which may be lost without harm. */
export const EXPENDABLE_TABLES: ReadonlySet<StoredName> = new Set<StoredName>([
  'usage',
  'recall_log',
  'job',
  'snapshot',
  'snapshot_part',
  'reply',
]);
