import type { ContextId } from '../domain/ids.js';
import { isNewWitness } from '../domain/evidence.js';
import { withExpiry } from '../domain/expiry.js';
import type { Memory, Provenance, Source } from '../domain/memory.js';
import { DAY, spanPrecision, type Instant, type Precision } from '../domain/time.js';
import { TRAITS } from '../domain/change.js';
import { RECALLED } from '../domain/citation.js';
import type { AdmittedInput } from './admit.js';
import type { EmbeddedDraft, ReadDraft } from './draft.js';

/** So many pieces of evidence are kept by name; more add nothing. */
const MAX_PROVENANCE = 50;
/** Of so many recalled memories that stood in a text it is kept that they did. */
const MAX_RECALLED = 20;
/** A repeat closes this share of what is missing to certainty: bounded, and slower the surer the bank is. */
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
  };
}

/** What a lesser source repeats lifts a memory no higher than this: a chorus of pages is no word of the user. */
const CEILING: Readonly<Record<Source, number>> = { user: 1, agent: 0.95, tool: 0.9, web: 0.75 };

/**
 * A memory that was said again: more evidence, a little more confidence and weight, no copy. Only a new witness makes surer: a session, a
 * feed or the web may say the same a hundred times.
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
    provenance: [...memory.provenance, evidence].slice(0, MAX_PROVENANCE),
  };
}

/**
 * Whether this very piece of evidence is counted already. A named turn of a session is one saying, whenever it is handed over; of
 * another file that has the same names only the moment tells. Where turns have no names, the file and the moment do.
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
 * Whether an input that repeats a memory adds nothing to it. Of the very words without a turn nothing tells a call that is sent
 * again from one who says it again: where no moment is told, they count once a session, and without a session once a day.
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

/** When it happened: as given; else the one date that the text names; else when it was said. */
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
  return {
    occurredFrom: draft.saidAt,
    occurredTo: draft.saidUntil,
    occurredPrecision: spanPrecision({ from: draft.saidAt, to: draft.saidUntil }),
  };
}

/** A first guess at how much a text matters, 0.1..0.9: what names, dates, numbers or reasons something matters more than chat. */
function readImportance({ traits, linked, dates, terms }: EmbeddedDraft): number {
  if ((traits & TRAITS.smallTalk) !== 0) return 0.1;
  const signs = Math.min(linked.length, 3) * 0.06 + Math.min(dates.length, 2) * 0.06;
  const statement = (traits & TRAITS.question) === 0 ? 0.1 : 0;
  const reasons = (traits & (TRAITS.cause | TRAITS.number)) !== 0 ? 0.08 : 0;
  return Math.min(0.9, 0.3 + signs + statement + reasons + Math.min(terms.length, 40) / 400);
}
