import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { askedAt } from '@mneme/core/domain/memory-times.js';
import { DAY, type GivenMoment, type Instant, UTC } from '@mneme/core/domain/time.js';
import type { KnownNote } from '@mneme/core/indexes/note-index.js';
import { validityByNotes } from '@mneme/core/indexes/note-validity.js';
import { readOwner } from '@mneme/core/indexes/owner-and-zone.js';
import {
  fromStored,
  keyClaims,
  keysOf,
  mayConcernSame,
} from '@mneme/core/language/claims/keyed-claim.js';
import { readClaimsIn } from '@mneme/core/language/claims/read-claims.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { sentences } from '@mneme/core/language/segmentation.js';
import { type Checked, CheckInput, type SentenceChecked, type ToldOfSentence } from './answer.js';
import { compareWithTurn } from './compare-with-turn.js';
import { type Compared, judgeSentence, NoteComparison, currentNoteFor } from './judge-sentence.js';
import type { CheckedNote } from './read-statement.js';
import { SHIPPED_CHECK, SHIPPED_CHECK_BY_WORDS } from './shipped-check.js';
import { dayOf, type Moment } from '@mneme/core/modules/notes/index.js';
import { judgeClaims } from '@mneme/core/modules/validity/index.js';
import type { Store } from '@mneme/core/ports/store.js';
import { knownOf } from '@mneme/core/recall/recall.js';
import { withNamesForKin } from '@mneme/core/recall/strategies/kin-of.js';

const MAX_KNOWN = 20;
/** An unread turn is told beside the verdict if it is among this many first results, and so probable. */
const UNREAD_AMONG = 3;
const UNREAD_FROM = 0.5;
/** The first result decides if it is an unread turn, and so probable. */
const DECIDES_FROM = 0.25;

/** What claims are compared with. */
interface ClaimsOf {
  readonly bank: OpenBank;
  readonly store: Store;
  readonly now: Instant;
  /** The time of asking, where it was given. */
  readonly given: GivenMoment | undefined;
  readonly moment: Moment;
  /** Whether a memory is in scope. */
  readonly counts: (memory: Pick<Memory, 'id' | 'confidence'>) => boolean;
}

/** Memories whose claims contradict the sentence's, as far as rules can read both; superseded ones are ignored. */
async function memoriesContradicting(
  sentence: string,
  { bank: { name, state }, store, now, moment, counts }: ClaimsOf,
): Promise<readonly Memory[]> {
  const known = (each: string): string => state.entities.named(each).at(-1)?.name ?? each;
  const owner = (await readOwner(name, store))?.name ?? null;
  const names = { speaker: null, source: 'agent', known, owner } as const;
  const claims = keyClaims(readClaimsIn(detectLanguage(sentence), sentence, []), names);
  if (claims.length === 0) return [];
  const stored = await store.claims(name, [...new Set(claims.flatMap(keysOf))], MAX_KNOWN);
  const loaded = await store.get(name, [...new Set(stored.map(({ memory }) => memory))]);
  const holds = (id: MemoryId): boolean => {
    const validity = validityByNotes(id, state.index.slot(id), state.notes, moment);
    return validity === null || validity.state === 'current';
  };
  return loaded.filter(
    (memory) =>
      memory.retractedAt === null &&
      memory.quarantine === null &&
      memory.supersededBy === null &&
      counts(memory) &&
      holds(memory.id) &&
      stored
        .filter((each) => each.memory === memory.id)
        .some((each) => {
          const other = fromStored(each);
          return claims.some(
            (claim) =>
              (mayConcernSame(claim, other) || mayConcernSame(other, claim)) &&
              judgeClaims(
                { claim: other.claim, saidAt: memory.saidAt },
                { claim: claim.claim, saidAt: now },
              ).verdict === 'actual',
          );
        }),
  );
}

/**
 * Checks each sentence of a text against the notes of the bank: supported, outdated, contradicted, or not known.
 * Read-only. Throws `invalid_input`.
 */
export async function check(
  raw: unknown,
  bank: OpenBank,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
): Promise<Checked> {
  const { text, memories, minConfidence, now: given } = parseInput(CheckInput, raw, 'check');
  const { state, recall } = bank;
  await state.follow();
  await state.notes.ready();
  const { zone } = await state.settings();
  const { now, offset } = askedAt(given, zone ?? UTC, clock.now());
  const saidBy = given === undefined ? {} : { saidBy: now + DAY };
  const moment = { knownBy: Infinity, day: dayOf(now, offset(now)), ...saidBy };
  const among = memories === undefined ? null : new Set(memories.map((id) => state.index.slot(id)));
  const counts: ClaimsOf['counts'] = ({ id, confidence }) =>
    confidence >= minConfidence && (among === null || among.has(state.index.slot(id)));
  const all = [...state.notes.all()].filter(({ saidAt }) => saidAt <= (moment.saidBy ?? Infinity));
  const eligible = await eligibleOf(all, among, minConfidence, bank);
  const texts = sentences(text).map((each) => each.text);
  const named = texts.map((each) => withNamesForKin(each, state.notes));
  const learned = recall.embedder?.id === state.encoder ? recall.embedder : null;
  const vectors = eligible.length === 0 ? null : await learned?.documents(named);
  const held = {
    notes: new NoteComparison(bank, eligible, moment),
    claims: { bank, store, now, given, moment, counts },
  };
  const checked: SentenceChecked[] = [];
  for (const [at, sentence] of texts.entries())
    checked.push({
      ...(await checkSentence(named[at] ?? sentence, vectors?.vectors[at] ?? null, held)),
      text: sentence,
    });
  return {
    sentences: checked,
    notes: eligible.length,
    notices: noticesOf(all.length, vectors?.fault ?? null),
  };
}

/** The notes in scope: named, or derived from a named memory, and confident enough. */
async function eligibleOf(
  notes: readonly KnownNote[],
  among: ReadonlySet<number> | null,
  minConfidence: number,
  { state }: OpenBank,
): Promise<readonly KnownNote[]> {
  const named =
    among === null
      ? notes
      : notes.filter(
          ({ slot }) =>
            among.has(slot) || state.notes.turnsOf(slot).some((turn) => among.has(turn)),
        );
  if (minConfidence === 0) return named;
  const sure = (await state.memories.get(named.map(({ id }) => id))).filter(
    ({ confidence }) => confidence >= minConfidence,
  );
  const ids = new Set(sure.map(({ id }) => id));
  return named.filter(({ id }) => ids.has(id));
}

/** A question makes no claim to check. */
const ASKS = /[?？؟]['"”’»)\]]{0,3}$/u;

interface HeldAgainst {
  readonly notes: NoteComparison;
  readonly claims: ClaimsOf;
}

async function checkSentence(
  text: string,
  vector: Int8Array | null,
  { notes, claims }: HeldAgainst,
): Promise<SentenceChecked> {
  const { probability, verdict: known, results } = await knownOf(text, claims.bank, claims.given);
  const comparison = ASKS.test(text)
    ? { compared: [], isDenied: false, isEnd: false }
    : await notes.compare(text, vector);
  const model = vector === null ? SHIPPED_CHECK_BY_WORDS : SHIPPED_CHECK;
  const { verdict, by } = judgeSentence(comparison, model);
  const found = by.map(({ candidate }) => candidate.note);
  const figures = { text, probability, known };
  const unread = unreadAmong(results, claims);
  const latest = tellsOfUnread(text, results[0], claims);
  if (latest?.says === 'so')
    return { ...figures, verdict: 'supported', since: null, notes: [latest] };
  if (latest !== null && verdict === 'supported')
    return {
      ...figures,
      verdict: 'outdated',
      since: null,
      notes: [latest, ...tell(found, 'was so')],
    };
  if (latest !== null && verdict === 'not known')
    return {
      ...figures,
      verdict: 'contradicted',
      since: null,
      notes: [{ ...latest, says: 'otherwise' }],
    };
  switch (verdict) {
    case 'supported':
      return { ...figures, verdict, since: null, notes: [...tell(found, 'so'), ...unread] };
    case 'contradicted':
      return {
        ...figures,
        verdict,
        since: null,
        notes: [...tell(heldOf(by), 'otherwise'), ...unread],
      };
    case 'outdated': {
      const [first] = by;
      const now = first === undefined ? null : (currentNoteFor(first)?.candidate.note ?? null);
      const was = found.filter(({ memory }) => memory.id !== now?.memory.id);
      return {
        ...figures,
        verdict,
        ...(first === undefined ? { since: null } : sinceOf(first.candidate.note, now)),
        notes: [...(now === null ? [] : [toldBy(now, 'now')]), ...tell(was, 'was so'), ...unread],
      };
    }
    case 'not known': {
      const against = await memoriesContradicting(text, claims);
      return against.length === 0
        ? { ...figures, verdict, since: null, notes: unread }
        : {
            ...figures,
            verdict: 'contradicted',
            since: null,
            notes: against.map((memory) => ({
              ...{ id: memory.id, content: memory.content, says: 'otherwise' as const },
              ...{ validity: 'current' as const, from: null, until: null },
              confidence: memory.confidence,
            })),
          };
    }
  }
}

type Results = Awaited<ReturnType<typeof knownOf>>['results'];

/** Turns about the sentence that were said after the last note. */
const unreadAmong = (results: Results, { bank: { state }, counts }: ClaimsOf): ToldOfSentence[] =>
  results
    .slice(0, UNREAD_AMONG)
    .flatMap(({ id, content = '', probability, why }): ToldOfSentence[] => {
      const confidence = why?.confidence ?? 0;
      return id !== undefined &&
        (probability ?? 0) >= UNREAD_FROM &&
        state.notes.isAhead(state.index.slot(id)) &&
        counts({ id, confidence })
        ? [{ id, content, says: 'unread', validity: 'unread', from: null, until: null, confidence }]
        : [];
    });

/** What the first result says of the sentence, where it is a turn that was said after the last note. */
function tellsOfUnread(
  text: string,
  first: Results[number] | undefined,
  { bank: { state, recall }, counts }: ClaimsOf,
): ToldOfSentence | null {
  const { id, content = '', probability, why } = first ?? {};
  const confidence = why?.confidence ?? 0;
  if (id === undefined || (probability ?? 0) < DECIDES_FROM || !counts({ id, confidence }))
    return null;
  const says = state.notes.isAhead(state.index.slot(id))
    ? compareWithTurn(text, content, recall.stemmer)
    : null;
  return says === null
    ? null
    : {
        ...{ id, content, says: says === 'so' ? 'so' : 'now' },
        ...{ validity: 'unread', from: null, until: null, confidence },
      };
}

/** The current notes among, or instead of, those that contradict a sentence. */
function heldOf(by: readonly Compared[]): CheckedNote[] {
  const held = by.flatMap((each) => currentNoteFor(each)?.candidate.note ?? []);
  return [...new Map(held.map((note) => [note.memory.id, note])).values()];
}

const tell = (found: readonly CheckedNote[], says: ToldOfSentence['says']): ToldOfSentence[] =>
  found.map((note) => toldBy(note, says));

function toldBy(
  { known: { note }, memory, validity }: CheckedNote,
  says: ToldOfSentence['says'],
): ToldOfSentence {
  const { id, content, confidence } = memory;
  const { from, until } = note;
  return { id, content, says, validity: validity.state, from, until, confidence };
}

/** When a note ceased to hold: by its validity, or by the start of what holds instead. */
function sinceOf(
  { validity: { detail } }: CheckedNote,
  now: CheckedNote | null,
): Pick<SentenceChecked, 'since' | 'sinceDay'> {
  if (detail !== null) {
    const { since, sinceDay } = detail;
    return sinceDay === undefined ? { since } : { since, sinceDay };
  }
  if (now === null) return { since: null };
  const { from } = now.known.note;
  return from === null ? { since: now.memory.saidAt } : { since: Date.parse(from), sinceDay: from };
}

function noticesOf(notes: number, fault: string | null): string[] {
  return [
    notes === 0
      ? 'Nobody has read this bank: what was said is held against the text only where rules read plain claims in both. Have it read (`mneme read`), or write notes, and each sentence is judged.'
      : '',
    fault === null ? '' : `Compared by words alone: ${fault}`,
  ].filter((notice) => notice !== '');
}
