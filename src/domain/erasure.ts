import { z } from 'zod';
import { MemoryId, type EntityId } from './ids.js';

/** What stands where a name was taken out. */
export const ERASED = '[erased]';

const Name = z.string().trim().min(2, 'at least 2 characters').max(200, 'at most 200 characters');

/** Whom or what to erase, and how. */
export const EraseInput = z
  .strictObject({
    subject: Name.optional().describe(
      'Everything about this person: what they said, and what names them.',
    ),
    speaker: Name.optional().describe(
      'Only what this speaker said, and what was made of it; where others name them stays.',
    ),
    memories: z
      .array(MemoryId)
      .min(1, 'name at least one memory')
      .max(1_000, 'at most 1,000 memories')
      .optional()
      .describe('Only these memories, and what was made of them; taken back or not.'),
    also: z
      .array(Name)
      .max(50)
      .default([])
      .describe('Other names, spellings, addresses, numbers that mean them.'),
    mentions: z
      .enum(['erase', 'redact'])
      .default('erase')
      .describe(
        'What becomes of others’ memories that name them: erase, or redact to keep the rest of the text with [erased] for the name. What tells something of them goes either way.',
      ),
    yes: z
      .boolean()
      .default(false)
      .describe('Do it. Without it, only tell what would be done. It cannot be undone.'),
  })
  .refine(
    ({ subject, speaker, memories }) =>
      [subject, speaker, memories].filter((each) => each !== undefined).length === 1,
    { message: 'name either a subject, a speaker or memories', path: ['subject'] },
  )
  .refine(({ memories, also }) => memories === undefined || also.length === 0, {
    message: 'goes with a subject or a speaker',
    path: ['also'],
  });
export type EraseInput = z.input<typeof EraseInput>;
export type ParsedEraseInput = z.output<typeof EraseInput>;

/** One name that means the person. */
export interface ErasedName {
  readonly text: string;
  /** Spelled like a common word ("Will"): only capitalised it is the name. */
  readonly common: boolean;
}

/** What a change takes out of the file for good, its past too. */
export interface Erasure {
  readonly memories: readonly MemoryId[];
  /** Kept with another text: the change puts them, their words, vectors and claims anew. */
  readonly rewritten: readonly MemoryId[];
  readonly entities: readonly EntityId[];
  /** Taken out of all other text of the bank; none where only a speaker's words go. */
  readonly names: readonly ErasedName[];
  /** Stems of the names, as noted questions hold them. */
  readonly stems: readonly string[];
  /** Sealed values that nothing refers to any more. */
  readonly tokens: readonly string[];
}

export interface EraseReport {
  /** Whether it was done; else this is what would be done. */
  readonly done: boolean;
  /** By which names the person was looked for. */
  readonly names: readonly string[];
  /** Other names in the bank that may mean the same person; give them as `also` where they do. */
  readonly alike: readonly string[];
  readonly memories: {
    readonly said: number;
    readonly about: number;
    readonly naming: number;
    readonly derived: number;
  };
  /** Memories of others that were kept with the name taken out. */
  readonly redacted: number;
  readonly entities: number;
  readonly sealed: number;
  /** What of the person is still in the file's bytes; null for what was not done, or has no file. */
  readonly proof: EraseProof | null;
  /** What keeps the proof from being whole, in words. */
  readonly remains: readonly string[];
  readonly sequence: number;
}

/** A search of the file and what lies beside it, byte by byte. */
export interface EraseProof {
  /** Names in their spellings and encodings, and pieces of the erased texts, that were looked for. */
  readonly needles: number;
  readonly bytesSearched: number;
  readonly bytesFound: number;
  /** Places where a name is only a part of a longer word, or of numbers that happen to be the same. */
  readonly partsOfOthers: number;
}

/** Scripts that put no spaces between words: there a name may stand anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTER = '\\p{L}\\p{N}\\p{M}';

/** Finds names in text as words of their own, in any case, with or without their accents, also in the genitive. */
export class NameMatcher {
  readonly #strict: RegExp | null;
  readonly #loose: RegExp | null;

  constructor(names: readonly ErasedName[]) {
    const spellings = names.flatMap(spellingsOf);
    const both = (bounded: boolean): RegExp | null =>
      spellings.length === 0
        ? null
        : new RegExp(spellings.map((spelling) => pattern(spelling, bounded)).join('|'), 'gu');
    this.#strict = both(true);
    this.#loose = both(false);
  }

  test(text: string): boolean {
    return this.mayBeIn(text) && this.redact(text) !== text;
  }

  /** Whether a look at the text's parts is worth it: cheap, and never wrongly false. */
  mayBeIn(text: string): boolean {
    return this.#loose !== null && text.search(this.#loose) >= 0;
  }

  redact(text: string): string {
    return this.#strict === null ? text : text.replace(this.#strict, ERASED);
  }

  /** A text that is JSON itself is taken apart: a line break before a name is written with a letter there. */
  #redactText(text: string): string {
    if (!/^[[{]/.test(text) || !this.mayBeIn(text)) return this.redact(text);
    try {
      return JSON.stringify(this.redactAll(JSON.parse(text) as unknown));
    } catch {
      return this.redact(text);
    }
  }

  /** The same structure with the names taken out of every text in it, and of every field's name. */
  redactAll<T>(value: T): T {
    if (typeof value === 'string') return this.#redactText(value) as T;
    if (Array.isArray(value)) return value.map((each: unknown) => this.redactAll(each)) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        this.redact(name),
        this.redactAll(each as unknown),
      ]),
    ) as T;
  }
}

function spellingsOf({
  text,
  common,
}: ErasedName): { readonly text: string; readonly common: boolean }[] {
  const composed = text.normalize('NFC');
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
  return [...new Set([composed, text.normalize('NFD'), bare])].map((spelling) => ({
    text: spelling,
    common,
  }));
}

function pattern(
  { text, common }: { readonly text: string; readonly common: boolean },
  bounded: boolean,
): string {
  const words = text
    .split(/\s+/)
    .map((word) => [...word].map((letter, at) => inCases(letter, common && at === 0)).join(''));
  const body = words.join('[\\s\\u00a0_.-]+');
  if (!bounded) return body;
  const first = [...text][0] ?? '';
  const last = [...text].at(-1) ?? '';
  const before = /[\p{L}\p{N}]/u.test(first) && !UNSPACED.test(first) ? `(?<![${LETTER}])` : '';
  const after =
    /[\p{L}\p{N}]/u.test(last) && !UNSPACED.test(last) ? `(?:['’]?[sS])?(?![${LETTER}])` : '';
  return `${before}${body}${after}`;
}

/** A letter in both its cases; of a common word the first one stays a capital. */
function inCases(letter: string, capital: boolean): string {
  const escape = (each: string): string => each.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const cases = [
    ...new Set(
      capital ? [letter.toUpperCase()] : [letter, letter.toLowerCase(), letter.toUpperCase()],
    ),
  ];
  return cases.length === 1 ? escape(cases[0] ?? '') : `(?:${cases.map(escape).join('|')})`;
}
