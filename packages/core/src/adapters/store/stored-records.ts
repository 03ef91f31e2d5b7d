import { CONFLICT_VERDICTS } from '../../domain/conflict.js';
import { VERDICTS } from '../../domain/feedback.js';
import { GOAL_LEVELS, GOAL_STATUSES } from '../../domain/goal.js';
import { EDGE_STATUSES } from '../../domain/graph.js';
import { LEARNED_PREFIX } from '../../domain/learned/record.js';
import { MEMORY_KINDS, SOURCES } from '../../domain/memory.js';
import { NOTE_STATUSES, NOTE_TYPES } from '../../domain/note.js';
import { PRIVACY_LEVELS } from '../../domain/privacy.js';
import { GUARD_MODES } from '../../domain/quarantine.js';
import { PRECISIONS } from '../../domain/time.js';
import { SCRATCH_PRIVACY } from '../../domain/working-memory.js';
import {
  among,
  count,
  figure,
  flag,
  list,
  mapOf,
  matching,
  moment,
  nullable,
  partial,
  sameAs,
  shape,
  share,
  text,
  type Fits,
} from './stored-cells.js';

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
