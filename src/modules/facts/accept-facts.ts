import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { isAssistant } from '../../domain/roles.js';
import type { Instant } from '../../domain/time.js';
import {
  keyClaims,
  type KeyedClaim,
  type SubjectNames,
} from '../../language/claims/keyed-claim.js';
import type { ExtractedFact } from '../../prompts/extract-facts.js';
import { isSpeaker, stateFact } from './state-fact.js';

/** Claims that the words of a turn support. */
export interface AcceptedTurn {
  readonly turn: Memory;
  readonly claims: readonly KeyedClaim[];
}

export interface Accepted {
  readonly turns: readonly AcceptedTurn[];
  /** Facts that no turn supports, that the model was not certain enough of, or that no plain sentence states. */
  readonly refusals: readonly Refusal[];
}

/** Why one fact was not taken, and the turn it was read off; null if it names none. */
export interface Refusal {
  readonly turn: MemoryId | null;
  readonly why: string;
}

export interface AcceptOptions {
  /** The model. */
  readonly by: string;
  /** Facts below this certainty are refused. */
  readonly certainty: number;
  readonly names: (turn: Memory) => SubjectNames;
}

const MAX_OF_A_TURN = 24;
/** Words of a subject that need not occur in the turn. */
const FRAME = new Set([
  'i',
  'me',
  'we',
  'us',
  'my',
  'our',
  'the',
  'a',
  'an',
  's',
  'of',
  'user',
  'speaker',
]);

/**
 * Keeps only what the turns support: value and subject must occur in the turn's own words. This drops what
 * a model adds, what it was tricked into, and what it says of a turn it was not given. Linear in the length
 * of the turns.
 */
export function acceptFacts(
  facts: readonly ExtractedFact[],
  turns: readonly Memory[],
  { by, certainty, names }: AcceptOptions,
): Accepted {
  const texts = turns.map((turn) => foldedWords(turn.content));
  const accepted = turns.map((): KeyedClaim[] => []);
  const refusals: Refusal[] = [];
  for (const fact of facts) {
    const at = fact.turn - 1;
    const turn = turns[at];
    const into = accepted[at];
    if (turn === undefined || into === undefined) {
      refusals.push({ turn: null, why: 'names a turn that was not given' });
      continue;
    }
    const why =
      into.length >= MAX_OF_A_TURN
        ? `the turn has ${MAX_OF_A_TURN} claims already`
        : fact.certainty < certainty
          ? `the model is less sure than ${certainty}`
          : whyUnsupported(fact, at, texts, turns);
    const claims = why === null ? stateFact(fact) : [];
    if (claims.length === 0) {
      refusals.push({ turn: turn.id, why: why ?? 'no plain sentence states it' });
      continue;
    }
    const from = momentOf(fact.from);
    const told = { by, certainty: fact.certainty, from };
    const dated = claims.map((claim) =>
      claim.mode === 'planned' && from !== null ? { ...claim, from } : claim,
    );
    into.push(...keyClaims(dated, names(turn)).map((claim) => ({ ...claim, told })));
  }
  return { turns: turns.map((turn, at) => ({ turn, claims: accepted[at] ?? [] })), refusals };
}

/**
 * The value must stand in the turn itself; the subject there, as its speaker, or in what was said before it in
 * the same session. Null if they do.
 */
function whyUnsupported(
  { subject, value }: ExtractedFact,
  at: number,
  texts: readonly string[],
  turns: readonly Memory[],
): string | null {
  const own = texts[at] ?? ' ';
  const words = foldedWords(value).trim();
  if (words === '' || !own.includes(` ${words} `)) return 'the value does not stand in the turn';
  const speaker = turns[at]?.speaker ?? null;
  if (isSpeaker(subject.trim()) && speaker !== null && isAssistant(speaker))
    return 'an assistant says it of the user';
  const session = turns[at]?.session ?? null;
  const around = texts.filter(
    (_, place) =>
      place === at || (place < at && session !== null && turns[place]?.session === session),
  );
  const named = [...around, ...(speaker === null ? [] : [foldedWords(speaker)])];
  const isNamed = foldedWords(subject)
    .trim()
    .split(' ')
    .filter((word) => !FRAME.has(word))
    .every((word) => named.some((text) => text.includes(` ${word} `)));
  return isNamed ? null : 'the turn does not name its subject';
}

/** Words in lower case without diacritics, separated by single spaces. */
function foldedWords(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${(plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

function momentOf(day: string | null): Instant | null {
  return day === null ? null : Date.parse(`${day}T00:00:00Z`);
}
