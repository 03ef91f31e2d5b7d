import type { MemoryId } from '../domain/ids.js';
import { withExpiry } from '../domain/memory-times.js';
import {
  hostOf,
  type Memory,
  type Source,
  trustOf,
  trustRank,
  witnessOf,
} from '../domain/memory.js';
import type { Quarantine } from '../domain/privacy.js';
import { DAY, type Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { MIN_WORDS } from '../indexes/closeness.js';
import { fromStored, type KeyedClaim, keysOf } from '../language/claims/keyed-claim.js';
import { detectLanguage } from '../language/detect-language.js';
import { isLightWord, isStopWord, words } from '../language/segmentation.js';
import type { Stemmer } from '../language/stem.js';
import { indexTerms } from '../language/terms.js';
import { keyDraft } from './block-reads.js';
import { structureOf } from './compose-change.js';
import {
  distinctiveTerms,
  duplicateCandidates,
  isDecisive,
  storedDistinctiveTerms,
} from './near-duplicate.js';
import type { Pending, PlanContext } from './plan-context.js';
import type { PicturedInput, ReadDraft } from './read-draft.js';
import { findMismatch, type Mismatch } from '../safety/find-mismatch.js';

/** Importance of a text that has not been reviewed. */
const UNWEIGHED = 0.3;

/**
 * The memory of a quarantined input: stored whole, with the reason, and retracted from the start. It is not analysed:
 * it creates no entity, claims nothing, links to nothing and has no vector, so that it has no effect before it is
 * released.
 */
export function heldMemory(
  input: PicturedInput,
  quarantine: Quarantine,
  id: MemoryId,
  now: Instant,
): Memory {
  const { provenance, occurred, saidAt } = input;
  return {
    id,
    kind: input.kind,
    content: input.content,
    contentHash: input.hash,
    language: detectLanguage(input.content),
    speaker: provenance.speaker,
    session: provenance.session,
    position: input.position ?? 0,
    saidAt,
    occurredFrom: occurred?.from ?? saidAt,
    occurredTo: occurred?.to ?? saidAt + 1,
    occurredPrecision: 'minute',
    recordedAt: now,
    retractedAt: now,
    retraction: `held back: ${quarantine.reasons.join('; ')}`,
    quarantine,
    confidence: input.confidence,
    importance: input.importance ?? UNWEIGHED,
    version: 1,
    supersededBy: null,
    tags: [...withExpiry([...input.tags, ...input.scope], input.expiresAt)],
    metadata: input.metadata,
    provenance: [provenance],
    dates: [],
    context: null,
    images: input.pictures.map(({ record }) => record),
    ...(input.note === null ? {} : { note: structureOf(input.note) }),
  };
}

/** Minimum mismatch score at which a text is quarantined, by source. For users and agents a mismatch is only noted. */
const HELD_FROM: Readonly<Record<Source, number>> = {
  user: Infinity,
  agent: Infinity,
  tool: 0.6,
  web: 0.6,
};
/** The maximum share of confidence that a text loses, by source. */
const MAX_LOST: Readonly<Record<Source, number>> = { user: 0, agent: 0.5, tool: 0.5, web: 0.5 };

/** The consequences for an input whose content disagrees with its metadata. */
interface Disagreed {
  /** Why it should be quarantined; null if it may be stored. */
  readonly held: Quarantine | null;
  readonly note: string;
  readonly confidence: number;
}

/** Whether content and metadata disagree, and what follows. Null if they agree. */
export function disagree(read: ReadDraft, now: Instant): Disagreed | null {
  const { provenance, occurred, saidAt, confidence } = read;
  const { content, reading, language, metadata, tags, dates } = read;
  const { source, speaker, session, origin } = provenance;
  const mismatch = findMismatch({
    ...{ content, reading, language, metadata, tags, dates },
    ...{ source, speaker, session, origin, saidAt },
    occurredFrom: occurred?.from ?? saidAt,
    occurredTo: occurred?.to ?? saidAt + 1,
    recordedAt: now,
  });
  if (mismatch === null) return null;
  return {
    held:
      mismatch.score < HELD_FROM[source]
        ? null
        : { status: 'held', score: mismatch.score, reasons: worded(mismatch) },
    note: worded(mismatch).join('; '),
    confidence: confidence * (1 - MAX_LOST[source] * mismatch.score),
  };
}

function worded({ reasons }: Mismatch): readonly string[] {
  return reasons.map((reason) => `disagrees with what is said about it: ${reason}`);
}

/** Sources checked for outliers; users and agents may talk about anything. */
const LOOKED_AT: ReadonlySet<Source> = new Set<Source>(['web', 'tool']);
/** From this many standard deviations on, a text is not about the bank's subjects. */
const OUTLIER = 3;

/**
 * Why a text should be quarantined as an outlier, else null: it is farther from its nearest memories than these are
 * from theirs, by more than three standard deviations. Never in a small bank, nor for a few words.
 */
export function findOutlier(
  { provenance: { source }, terms }: Pick<ReadDraft, 'provenance' | 'terms'>,
  vector: Int8Array | null,
  index: BankIndex,
): Quarantine | null {
  if (!LOOKED_AT.has(source) || vector === null || terms.length < MIN_WORDS) return null;
  const closeness = index.closeness.of(vector);
  if (closeness === null || closeness.deviations <= OUTLIER) return null;
  const { nearness, mean, deviation, deviations, memories } = closeness;
  return {
    status: 'held',
    score: Math.round(Math.min(1, deviations / (2 * OUTLIER)) * 1000) / 1000,
    reasons: [
      `${deviations.toFixed(1)} standard deviations further from the ${memories} memories here than they are from one another (likeness ${nearness.toFixed(2)}; theirs ${mean.toFixed(2)} ± ${deviation.toFixed(2)})`,
    ],
  };
}

/** A normalised clause of a text, and how many content words it has. */
interface Statement {
  readonly text: string;
  readonly weight: number;
}

/** Where a clause ends: at punctuation followed by a space, a comma, a dash, a quote or a line break. */
const CLAUSE_END = /(?<![.:;!?…])[.:;!?…]+(?=\s|$|["“”«»])|,\s|\s[-–—|]\s|["“”«»\n]+/u;
/** Clauses with fewer content words say nothing by themselves ("thank you so much"). */
const MIN_WEIGHT = 3;
/** Maximum number of clauses compared per text, weightiest first. */
const MAX_STATEMENTS = 6;

/** The clauses of a short text, weightiest first: a near-copy may embellish a statement, but contains it. */
function statementsOf(content: string, language: string): Statement[] {
  return content
    .split(CLAUSE_END)
    .map((clause): Statement => {
      const said = words(clause.toLowerCase())
        .map(({ text }) => text)
        .filter((word) => !isLightWord(word));
      return {
        text: said.join(' '),
        weight: said.filter((word) => !isStopWord(word, language)).length,
      };
    })
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_STATEMENTS);
}

/** The content terms of a statement, as indexed. */
function statementTerms(
  { text }: Statement,
  language: string,
  stemmer: Stemmer,
): readonly string[] {
  return distinctiveTerms(indexTerms(text, language, stemmer).terms);
}

/** Sources whose floods are quarantined: anyone who can write a page or feed a tool can write a thousand. */
const FLOODING_SOURCES: ReadonlySet<Source> = new Set<Source>(['web', 'tool']);
/** Near-copies recorded within this time belong together. By our own clock, not by the date they claim. */
const WINDOW = 7 * DAY;
/** This many near-copies from others are allowed before the next is quarantined; from the same host, one. */
const MAX_OF_OTHERS = 3;
/** Shorter texts contain each other's words by chance. */
const MIN_TERMS = 4;
/** The minimum overlap of a near-copy by words, and of a copy of what the same host said. */
const MIN_SHARED = 0.5;
/** A longer text says more than one thing: containing another's statement does not make it a copy. */
const MAX_TERMS = 40;
/** A shared statement must be at least this share of the shorter text, and this share of the longer. */
const [OF_SHORTER, OF_LONGER] = [0.3, 0.2];
/** Sources up to the trust of a tool count as less trusted. */
const LOW_TRUST = trustRank('tool');
/** Maximum number of texts of the batch itself that are compared; the latest ones. */
const MAX_PENDING = 200;

interface Copy {
  readonly memory: Memory;
  readonly shared: number;
}

/**
 * Detects floods: whether a text is another near-copy of what its source, or several like it, said within a week. It
 * is then quarantined, so that copies neither fill an answer nor gain weight by number. Null if it may be stored.
 * Quarantined texts never count, so one text of each claim remains.
 */
export async function findFlood(
  read: ReadDraft,
  telling: readonly string[],
  slots: readonly number[],
  context: PlanContext,
  pending: Pending,
): Promise<Quarantine | null> {
  const { source, origin } = read.provenance;
  if (!FLOODING_SOURCES.has(source) || read.apart !== null || telling.length < 2) return null;
  const copies = (await copiesOf(read, telling, slots, context, pending)).sort(
    (a, b) => b.shared - a.shared || (a.memory.id < b.memory.id ? -1 : 1),
  );
  const witness = witnessOf(read.provenance);
  const own =
    source === 'web'
      ? copies.find(
          ({ memory, shared }) =>
            shared >= MIN_SHARED && memory.provenance.some((each) => witnessOf(each) === witness),
        )
      : undefined;
  const found = own ?? (copies.length >= MAX_OF_OTHERS ? copies[0] : undefined);
  if (found === undefined) return null;
  const host = hostOf(origin);
  const whose =
    own === undefined
      ? `as are ${copies.length - 1} others of this week`
      : `from the same source${host === '' ? '' : ` (${host})`}`;
  return {
    status: 'held',
    score: Math.round(found.shared * 1000) / 1000,
    reasons: [
      `a near-copy of ${found.memory.id} (${Math.round(found.shared * 100)} % of it the same), ${whose}: it counts once`,
    ],
  };
}

/** Near-copies of no higher trust that were recorded within the window, by words, statements or claims. */
async function copiesOf(
  read: ReadDraft,
  telling: readonly string[],
  slots: readonly number[],
  context: PlanContext,
  pending: Pending,
): Promise<Copy[]> {
  const { index } = context.state;
  const short = telling.length <= MAX_TERMS;
  const statements = short ? statementsOf(read.content, read.language) : [];
  const claiming = short ? await sameClaims(read, context, pending) : new Set<MemoryId>();
  const stated = statements.flatMap((statement) =>
    duplicateCandidates(index, statementTerms(statement, read.language, context.stemmer)),
  );
  const near = new Set([...slots, ...stated, ...[...claiming].map((id) => index.slot(id))]);
  // Filter by terms alone before reading memories.
  const likely = [...near].filter(
    (slot) =>
      slot >= 0 &&
      index.isLive(slot) &&
      context.now - index.recordedAt.get(slot) <= WINDOW &&
      index.trust.get(slot) <= LOW_TRUST &&
      overlaps(telling, storedDistinctiveTerms(index, slot)),
  );
  const stored = await context.load(
    likely.map((slot) => index.id(slot)).filter((id) => !pending.memories.has(id)),
  );
  const memories = [
    ...stored,
    ...pending.drafts
      .slice(-MAX_PENDING)
      .filter(({ terms }) => overlaps(telling, terms))
      .flatMap(({ id }) => pending.memories.get(id) ?? []),
  ];
  return memories.flatMap((memory): Copy[] => {
    if (
      memory.retractedAt !== null ||
      trustOf(memory) !== read.provenance.source ||
      context.now - memory.recordedAt > WINDOW
    )
      return [];
    const slot = index.slot(memory.id);
    const terms =
      slot >= 0
        ? storedDistinctiveTerms(index, slot)
        : (pending.drafts.find(({ id }) => id === memory.id)?.telling ?? []);
    const shared = nearness(
      { terms: telling, statements },
      {
        terms,
        statements:
          short && terms.length <= MAX_TERMS ? statementsOf(memory.content, memory.language) : [],
      },
      claiming.has(memory.id),
    );
    return shared === null ? [] : [{ memory, shared }];
  });
}

function overlaps(a: readonly string[], b: readonly string[]): boolean {
  const inB = new Set(b);
  return a.filter((term) => inB.has(term)).length >= 2;
}

/** The memories that claim the same value for the same slot. */
async function sameClaims(
  read: ReadDraft,
  context: PlanContext,
  pending: Pending,
): Promise<Set<MemoryId>> {
  const claims = keyDraft(read, context, pending).filter(({ claim }) => claim.mode === 'holds');
  if (claims.length === 0) return new Set();
  const said = new Set(claims.map(inOneSpelling));
  const keys = [...new Set(claims.flatMap(keysOf))];
  const fresh = keys.flatMap((key) => pending.claimsUnder(key));
  const stored = (await context.claimsUnder(keys)).map((each) => ({
    memory: each.memory,
    claim: fromStored(each),
  }));
  return new Set(
    [...fresh, ...stored]
      .filter(({ claim }) => claim.claim.mode === 'holds' && said.has(inOneSpelling(claim)))
      .map(({ memory }) => memory),
  );
}

function inOneSpelling({ subject, claim: { slot, value } }: KeyedClaim): string {
  return `${subject}|${slot}|${value.kind}|${value.key}`;
}

/** What two texts are compared by: their content terms, and the clauses of a short one. */
interface Compared {
  readonly terms: readonly string[];
  readonly statements: readonly { readonly text: string; readonly weight: number }[];
}

/**
 * The overlap of two texts if one is a near-copy of the other, else null. It is one if a clause that is a large part
 * of both occurs verbatim in both, whatever surrounds it; if the longer text contains all words of the shorter, and
 * neither has a number or negation the other lacks; or, if both make the same claim, from half of the shorter's words
 * on.
 */
function nearness(a: Compared, b: Compared, sameClaim: boolean): number | null {
  const [inA, inB] = [new Set(a.terms), new Set(b.terms)];
  const shared = [...inA].filter((term) => inB.has(term)).length;
  const [least, most] = [Math.min(inA.size, inB.size), Math.max(inA.size, inB.size)];
  if (least === 0) return null;
  const share = shared / (inA.size + inB.size - shared);
  if (most <= MAX_TERMS) {
    const said = new Set(b.statements.map(({ text }) => text));
    const same = a.statements
      .filter(({ text }) => said.has(text))
      .reduce((sum, { weight }) => sum + weight, 0);
    if (same > 0 && same >= OF_SHORTER * least && same >= OF_LONGER * most)
      return Math.min(1, same / least);
    if (sameClaim && shared * 2 >= least) return share;
  }
  if (least < MIN_TERMS || shared < least || share < MIN_SHARED) return null;
  return [...inA, ...inB].some((term) => isDecisive(term) && !(inA.has(term) && inB.has(term)))
    ? null
    : share;
}
