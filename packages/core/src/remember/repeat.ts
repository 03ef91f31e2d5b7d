import { expiryOf, lastExpiry, withExpiry } from '../domain/memory-times.js';
import type { Memory, MemoryKind } from '../domain/memory.js';
import type { Receipt } from '../domain/receipt.js';
import { DAY, isoSecond } from '../domain/time.js';
import { NONE } from '../indexes/bank-index.js';
import { readClaimsIn } from '../language/claims/read-claims.js';
import { readDates } from '../language/dates.js';
import { reportsEvent } from '../language/happenings.js';
import { reflectedHash } from '../language/text-hash.js';
import type { AdmittedInput } from './admit.js';
import { isCounted, isKnownEvidence, reinforce } from './compose-change.js';
import { mayBeDuplicates, sameWords, storedDistinctiveTerms } from './near-duplicate.js';
import type { Pending, PlanContext } from './plan-context.js';
import { type PicturedInput, type ReadDraft, samePictures } from './read-draft.js';

/** Kinds for which a statement on another day may be another occurrence; the others persist and are only repeated. */
const HAPPENING: ReadonlySet<MemoryKind> = new Set<MemoryKind>(['fact', 'experience', 'signal']);

/**
 * Of memories with the same words, the one that an input repeats: the one whose evidence includes this very
 * statement, else the first about the same occurrence. Undefined if the input reports another one.
 */
export function repeatedAmong(input: PicturedInput, alike: readonly Memory[]): Memory | undefined {
  return (
    alike.find((memory) => isThisTelling(input, memory)) ??
    alike.find((memory) => !isAnotherOccurrence(input, memory))
  );
}

/**
 * Whether the same words report another occurrence: another date in the text, another `occurredFrom`, an event
 * reported on another day, or a superseded memory that is valid again.
 */
function isAnotherOccurrence(input: PicturedInput, memory: Memory): boolean {
  return (
    !tellsSameTime(input, memory) ||
    isTrueAgain(input, memory) ||
    (input.occurred === null && isToldOnAnotherDay(input, memory) && tellsHappening(input, memory))
  );
}

/** Whether it is the same evidence again, or a retried call: retries come within a day. */
function isThisTelling(input: PicturedInput, memory: Memory): boolean {
  if (!tellsSameTime(input, memory) || isTrueAgain(input, memory)) return false;
  return (
    isKnownEvidence(memory, input.provenance) ||
    (isCounted(memory, input) &&
      memory.provenance.some(({ saidAt }) => Math.abs(saidAt - input.saidAt) < DAY))
  );
}

/**
 * "I ran yesterday" said twice means two runs: the same words also need the same dates, both in the text and as
 * given.
 */
function tellsSameTime(
  { reading, local, occurred }: PicturedInput,
  { dates, language, occurredFrom, occurredTo }: Memory,
): boolean {
  if (occurred !== null) return occurredFrom >= occurred.from && occurredTo <= occurred.to;
  if (dates.length === 0) return true;
  const now = readDates(reading, local, language).filter(({ recurring }) => !recurring);
  const then = dates.filter(({ recurring }) => !recurring);
  return (
    now.length === then.length &&
    now.every(({ from, to }, at) => from === then[at]?.from && to === then[at].to)
  );
}

/** A superseded memory that is said again later is valid again: that is news, not a repetition. */
function isTrueAgain({ provenance }: PicturedInput, same: Memory): boolean {
  return (
    same.supersededBy !== null &&
    !isKnownEvidence(same, provenance) &&
    same.provenance.every(({ saidAt }) => saidAt < provenance.saidAt)
  );
}

/** Whether it was never said before on this day of the speaker's calendar. */
function isToldOnAnotherDay({ local, saidAt }: PicturedInput, { provenance }: Memory): boolean {
  const dayOf = (at: number): number => Math.floor((at + local - saidAt) / DAY);
  return provenance.every((known) => dayOf(known.saidAt) !== dayOf(saidAt));
}

/**
 * Whether a repetition on another day reports another event. Not for web pages, which are copied, nor for texts with
 * a date of their own.
 */
function tellsHappening(
  { content, kind, provenance }: PicturedInput,
  { dates, language }: Memory,
): boolean {
  return (
    HAPPENING.has(kind) &&
    provenance.source !== 'web' &&
    dates.every(({ recurring }) => recurring) &&
    reportsEvent(content, language, {
      claimed: readClaimsIn(language, content, []).length > 0,
    })
  );
}

/** Current memories with the same words, kind and speaker, including the changes of this batch. */
export function toldBefore(
  hash: string,
  { stored }: PlanContext,
  pending: Pending,
): readonly Memory[] {
  const before = (stored.get(hash) ?? []).map(
    (memory) => pending.memories.get(memory.id) ?? memory,
  );
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...pending.withHash(hash).filter(({ id }) => !known.has(id))];
}

/** The memory that says the same of the same occurrence in other light words; null if there is none. */
export async function nearDuplicate(
  read: ReadDraft,
  telling: readonly string[],
  slots: readonly number[],
  context: PlanContext,
  pending: Pending,
): Promise<Memory | null> {
  const { index } = context.state;
  const speaker = read.provenance.speaker;
  const repeats = (memory: Memory | undefined): memory is Memory =>
    memory !== undefined &&
    samePictures(read.pictures, memory.images) &&
    sameWords(read.content, memory.content) &&
    !isAnotherOccurrence(read, memory);
  const fresh = pending
    .sharing(read)
    .filter(
      ({ provenance, kind, telling: other }) =>
        provenance.speaker === speaker && kind === read.kind && mayBeDuplicates(telling, other),
    )
    .map(({ id }) => pending.memories.get(id))
    .find(repeats);
  if (fresh !== undefined) return fresh;
  const speakerNumber = speaker === null ? NONE : index.speakers.find(speaker);
  // A new speaker has said nothing yet; for a text without a speaker, only memories without one are compared.
  if (speaker !== null && speakerNumber === NONE) return null;
  const likely = slots.filter(
    (slot) =>
      index.isLive(slot) &&
      index.speaker(slot) === speakerNumber &&
      index.kind(slot) === read.kind &&
      mayBeDuplicates(telling, storedDistinctiveTerms(index, slot)),
  );
  for (const slot of likely) {
    const id = index.id(slot);
    const memory = pending.memories.get(id) ?? (await context.load([id]))[0];
    if (repeats(memory)) return memory;
  }
  return null;
}

/** The hashes of reflections that an input may echo. A user's words are never an echo. */
export function echoHashes({
  content,
  provenance,
}: Pick<AdmittedInput, 'content' | 'provenance'>): string[] {
  return provenance.source === 'user' || content === '' ? [] : [reflectedHash(content)];
}

/**
 * The delivered memory that an agent, tool or page repeats in the same words: an echo, whatever its speaker, kind and
 * source; null if there is none. Not an echo: a report of another occurrence, by a tool or more than a day after the
 * delivery.
 */
export async function echoedMemory(
  read: ReadDraft,
  telling: readonly string[],
  slots: readonly number[],
  { state: { index }, load, now }: Pick<PlanContext, 'state' | 'load' | 'now'>,
): Promise<Memory | null> {
  const { source } = read.provenance;
  if (source === 'user' || read.apart !== null || read.occurred !== null || telling.length === 0)
    return null;
  const delivered = slots.filter((slot) => {
    if (!index.isLive(slot) || index.usage(slot).accessCount === 0) return false;
    const stored = storedDistinctiveTerms(index, slot);
    return mayBeDuplicates(telling, stored) || telling.join(' ') === stored.join(' ');
  });
  for (const slot of delivered) {
    const [memory] = await load([index.id(slot)]);
    if (memory === undefined || !sameWords(read.content, memory.content)) continue;
    const sinceTold = now - (index.usage(slot).lastAccessedAt ?? -Infinity);
    const isNews = (source === 'tool' || sinceTold > DAY) && isAnotherOccurrence(read, memory);
    if (!isNews) return memory;
  }
  return null;
}

/** The result for one input, before its change has a number. */
export type Planned = Omit<Receipt, 'sequence' | 'redacted'>;

/** Counts a repetition as evidence, once per source; text that recall delivered is not evidence. */
export function repeat(
  input: PicturedInput,
  memory: Memory,
  { state, released }: PlanContext,
  pending: Pending,
  notes: readonly string[],
): Planned {
  const receipt = { id: memory.id, entities: [], dates: [], context: null, edges: 0, worth: null };
  const end = lastExpiry([expiryOf(memory.tags), input.expiresAt]);
  const lasts = end === expiryOf(memory.tags);
  const counted = isCounted(memory, input);
  if (counted && lasts && input.scope.every((tag) => memory.tags.includes(tag)))
    return { ...receipt, outcome: 'known', notes };
  if (input.suspicion !== null && input.guard === 'quarantine' && released === undefined)
    return {
      ...receipt,
      outcome: 'known',
      notes: [...notes, ...input.suspicion.reasons, 'not taken as evidence'],
    };
  const slot = state.index.slot(memory.id);
  const { source } = input.provenance;
  // A tool's report on another day is not from recall.
  const echoed =
    source !== 'user' &&
    !(source === 'tool' && isToldOnAnotherDay(input, memory)) &&
    slot >= 0 &&
    state.index.usage(slot).accessCount > 0;
  if (echoed)
    return {
      ...receipt,
      outcome: 'recalled',
      notes: [...notes, 'an echo of what recall delivered; not taken as evidence'],
    };
  const told = reinforce(memory, input.provenance, input.scope);
  pending.replace({ ...told, tags: [...withExpiry(told.tags, end)] });
  return {
    ...receipt,
    outcome: 'reinforced',
    notes: [
      ...notes,
      `${memory.provenance.length + 1} pieces of evidence now`,
      ...(lasts
        ? []
        : [end === null ? 'stays for good now' : `is found until ${isoSecond(end)} now`]),
    ],
  };
}
