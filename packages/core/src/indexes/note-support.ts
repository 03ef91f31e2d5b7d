import type { Note } from '../domain/note.js';
import { conditionOf } from '../language/condition.js';
import { ENGLISH_STOP_WORDS } from '../language/english-stop-words.js';

/** How likely a note rests on another whose value its reason names, and whose subject or aspect. */
export const REST_CONFIDENCE = 0.8;

const NOT_RESTING: ReadonlySet<Note['type']> = new Set(['event', 'opinion', 'relation']);

/** The words of a text that tell it from another. */
export const tellingWords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
      (word) => !ENGLISH_STOP_WORDS.has(word),
    ),
  );

/** The words of the reason for which a note says that something is so; null where its end would cast no doubt on it. */
export function reasonOf({ because, type, status, value }: Note): ReadonlySet<string> | null {
  if (because === null || NOT_RESTING.has(type) || status === 'done') return null;
  // What holds on a condition goes on to hold on it.
  return conditionOf(value) === null ? tellingWords(because) : null;
}

/** Whether a note's reason names what another says: some of its value, and of what that is the value. */
export function mayRestOn(note: Note, reason: ReadonlySet<string>, other: Note): boolean {
  if (note.about === other.about && note.aspect === other.aspect) return false;
  return (
    isMet(tellingWords(other.value), reason) &&
    isMet(tellingWords(`${other.about} ${other.aspect}`), reason)
  );
}

/** Whether a change strikes what a note's reason names: all the words by which the former value differs from the new one. */
export function isStruck(note: Note, former: Note, instead: Note | null): boolean {
  const reason = reasonOf(note);
  const now = instead === null ? new Set<string>() : tellingWords(instead.value);
  const gone = [...tellingWords(former.value)].filter((word) => !now.has(word));
  return reason !== null && gone.length > 0 && gone.every((word) => reason.has(word));
}

const isMet = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...words].some((word) => others.has(word));
