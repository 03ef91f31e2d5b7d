import { type ContextId, RECALLED } from '../domain/ids.js';
import { isNewWitness } from '../domain/provenance.js';
import type { Note, ParsedNoteInput } from '../domain/note.js';
import { withExpiry } from '../domain/expiry.js';
import type { Memory, Provenance, Source } from '../domain/memory.js';
import { DAY, spanPrecision, type Instant, type Precision } from '../domain/time.js';
import { TRAITS } from '../domain/change.js';
import type { AdmittedInput } from './admit.js';
import type { EmbeddedDraft, ReadDraft } from './read-draft.js';

/** Maximum number of provenance entries; more add nothing. */
const MAX_PROVENANCE = 50;
/** Maximum number of recalled memories recorded as quoted in a text. */
const MAX_RECALLED = 20;
/** A repetition closes this share of the gap to certainty: bounded, and slower the more certain the bank is. */
const REPEAT_GAIN = 0.15;

export function composeMemory(
  draft: EmbeddedDraft,
  position: number,
  context: ContextId | null,
  now: Instant,
): Memory {
  const { provenance } = draft;
  return {
    id: draft.id,
    kind: draft.kind,
    content: draft.content,
    contentHash: draft.hash,
    language: draft.language,
    speaker: provenance.speaker,
    session: provenance.session,
    position,
    saidAt: draft.saidAt,
    ...occurrence(draft),
    recordedAt: now,
    retractedAt: null,
    retraction: null,
    quarantine: null,
    confidence: draft.confidence,
    importance: draft.importance ?? readImportance(draft),
    version: 1,
    supersededBy: null,
    tags: [...withExpiry([...draft.tags, ...draft.scope], draft.expiresAt)],
    metadata:
      draft.stripped.length === 0
        ? draft.metadata
        : { ...draft.metadata, [RECALLED]: draft.stripped.slice(0, MAX_RECALLED).join(' ') },
    provenance: [provenance],
    dates: draft.dates,
    context,
    images: draft.pictures.map(({ record }) => record),
    ...(draft.note === null ? {} : { note: structureOf(draft.note) }),
  };
}

/** A note without the ids of the memories it refers to: those are stored as links. */
export function structureOf({
  turns: _t,
  replaces: _r,
  doubts: _d,
  ...note
}: ParsedNoteInput): Note {
  return note;
}

/** Maximum confidence to which repetition by each source raises a memory: many pages do not equal the user's word. */
const CEILING: Readonly<Record<Source, number>> = { user: 1, agent: 0.95, tool: 0.9, web: 0.75 };

/**
 * A repeated memory: more evidence, a little more confidence and importance, no copy. Only a new witness raises
 * confidence: one session, feed or site may say the same a hundred times.
 */
export function reinforce(
  memory: Memory,
  evidence: Provenance,
  scope: readonly string[] = [],
): Memory {
  const counts = memory.provenance.length < MAX_PROVENANCE && isNewWitness(memory, evidence);
  const gain = counts ? REPEAT_GAIN : 0;
  return {
    ...memory,
    confidence: Math.max(
      memory.confidence,
      Math.min(CEILING[evidence.source], memory.confidence + (1 - memory.confidence) * gain),
    ),
    importance: memory.importance + (1 - memory.importance) * gain * 0.5,
    version: memory.version + 1,
    tags: [...new Set([...memory.tags, ...scope])],
    provenance: [
      ...memory.provenance.slice(0, 1),
      ...[...memory.provenance.slice(1), evidence].slice(1 - MAX_PROVENANCE),
    ],
  };
}

/**
 * Whether this very piece of evidence is already recorded. A named turn of a session is one statement, however often
 * it is submitted; for another file with the same turn names, the time decides. Without turn names, file and time
 * decide.
 */
export function isKnownEvidence(memory: Memory, evidence: Provenance): boolean {
  const { turn, origin, saidAt } = evidence;
  return ofTheSamePlace(memory, evidence).some((known) =>
    turn === null
      ? origin !== null && known.origin === origin && known.saidAt === saidAt
      : known.origin === origin || known.saidAt === saidAt,
  );
}

/**
 * Whether an input that repeats a memory adds no evidence. With identical words and no turn, a retried call cannot be
 * distinguished from a person repeating it: without a time, they count once per session, and without a session once
 * per day.
 */
export function isCounted(
  memory: Memory,
  { hash, provenance, timed }: Pick<AdmittedInput, 'hash' | 'provenance' | 'timed'>,
): boolean {
  if (isKnownEvidence(memory, provenance)) return true;
  const { turn, session, origin, source, saidAt } = provenance;
  return (
    turn === null &&
    hash === memory.contentHash &&
    ofTheSamePlace(memory, provenance).some(
      (known) =>
        known.origin === origin &&
        known.source === source &&
        (known.saidAt === saidAt ||
          (!timed && (session !== null || Math.abs(saidAt - known.saidAt) < DAY))),
    )
  );
}

function ofTheSamePlace({ provenance }: Memory, { turn, session }: Provenance): Provenance[] {
  return provenance.filter((known) => known.turn === turn && known.session === session);
}

/** When it happened: as given; else the only date in the text; else when it was said. */
function occurrence(draft: ReadDraft): {
  occurredFrom: Instant;
  occurredTo: Instant;
  occurredPrecision: Precision;
} {
  if (draft.occurred !== null) {
    return {
      occurredFrom: draft.occurred.from,
      occurredTo: draft.occurred.to,
      occurredPrecision: spanPrecision(draft.occurred),
    };
  }
  const once = draft.dates.filter((date) => !date.recurring);
  const [date] = once;
  if (date !== undefined && once.length === 1) {
    return { occurredFrom: date.from, occurredTo: date.to, occurredPrecision: date.precision };
  }
  const said = draft.saidOn ?? { from: draft.saidAt, to: draft.saidAt + 1 };
  return {
    occurredFrom: said.from,
    occurredTo: said.to,
    occurredPrecision: spanPrecision(said),
  };
}

/** A first estimate of a text's importance, 0.1..0.9: names, dates, numbers or reasons matter more than chat. */
function readImportance({ traits, linked, dates, terms }: EmbeddedDraft): number {
  if ((traits & TRAITS.smallTalk) !== 0) return 0.1;
  const signs = Math.min(linked.length, 3) * 0.06 + Math.min(dates.length, 2) * 0.06;
  const statement = (traits & TRAITS.question) === 0 ? 0.1 : 0;
  const reasons = (traits & (TRAITS.cause | TRAITS.number)) !== 0 ? 0.08 : 0;
  return Math.min(0.9, 0.3 + signs + statement + reasons + Math.min(terms.length, 40) / 400);
}
