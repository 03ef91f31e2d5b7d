import type { Memory, MemoryKind } from '../domain/memory.js';
import { DAY } from '../domain/time.js';
import { readClaimsIn } from '../language/claims/read-claims-in.js';
import { readDates } from '../language/dates.js';
import { reportsHappening } from '../language/happenings.js';
import { isCounted, isKnownEvidence } from './compose-memory.js';
import type { PicturedInput } from './read-pictures.js';

/** Kinds of which a telling on another day is one more occurrence; the others hold, and are only said again. */
const HAPPENING: ReadonlySet<MemoryKind> = new Set<MemoryKind>(['fact', 'experience', 'signal']);

/**
 * Of memories with the same words, the one that an input repeats: the one that this very telling founded or
 * confirmed, else the first that tells of the same occurrence. Undefined if it tells of another one.
 */
export function repeatedAmong(input: PicturedInput, alike: readonly Memory[]): Memory | undefined {
  return (
    alike.find((memory) => isThisTelling(input, memory)) ??
    alike.find((memory) => !isAnotherOccurrence(input, memory))
  );
}

/**
 * Whether the same words tell of another time than the memory: another date in the text, another
 * `occurredFrom`, or something that happens, told on another day. What was superseded since holds again.
 */
export function isAnotherOccurrence(input: PicturedInput, memory: Memory): boolean {
  return (
    !tellsSameTime(input, memory) ||
    isTrueAgain(input, memory) ||
    (input.occurred === null && isToldOnAnotherDay(input, memory) && tellsHappening(input, memory))
  );
}

/** The same evidence once more, or a retried call: no retry waits for a day. */
function isThisTelling(input: PicturedInput, memory: Memory): boolean {
  if (!tellsSameTime(input, memory) || isTrueAgain(input, memory)) return false;
  return (
    isKnownEvidence(memory, input.provenance) ||
    (isCounted(memory, input) &&
      memory.provenance.some(({ saidAt }) => Math.abs(saidAt - input.saidAt) < DAY))
  );
}

/** "I ran yesterday" said twice means two runs: the same words also need the same dates, in the text and given with it. */
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

/** A superseded memory that is said again holds again: that is news, not a repetition. */
function isTrueAgain({ provenance }: PicturedInput, same: Memory): boolean {
  return (
    same.supersededBy !== null &&
    !isKnownEvidence(same, provenance) &&
    same.provenance.every(({ saidAt }) => saidAt < provenance.saidAt)
  );
}

/** On no day of the speaker's calendar on which it was told before. */
export function isToldOnAnotherDay(
  { local, saidAt }: PicturedInput,
  { provenance }: Memory,
): boolean {
  const dayOf = (at: number): number => Math.floor((at + local - saidAt) / DAY);
  return provenance.every((known) => dayOf(known.saidAt) !== dayOf(saidAt));
}

/** The same page on another day is a copy; a text that names its date has said already when it was. */
function tellsHappening(
  { content, kind, provenance }: PicturedInput,
  { dates, language }: Memory,
): boolean {
  return (
    HAPPENING.has(kind) &&
    provenance.source !== 'web' &&
    dates.every(({ recurring }) => recurring) &&
    reportsHappening(content, language, {
      claimed: readClaimsIn(language, content, []).length > 0,
    })
  );
}
