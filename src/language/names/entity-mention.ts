import type { EntityType } from '../../domain/graph.js';

/** One name, handle or possessed thing in a text. */
export interface EntityMention {
  /** As written, in canonical casing, without possessive, determiner or sigil. */
  readonly name: string;
  readonly type: EntityType;
  /** Half-open range `[start, end)` in the text, in UTF-16 units; it may be wider than `name` ("@maria", "Dr. Weber"). */
  readonly start: number;
  readonly end: number;
  /** How sure the reader is that this is an entity of this type, 0..1. */
  readonly confidence: number;
  /** Whose it is: `'speaker'`, `'addressee'`, or the owner's name. Absent where nobody is named. */
  readonly owner?: string;
}

/** What is known before reading. */
export interface EntityHints {
  /** Who says the text; "I" and "my" are theirs. */
  readonly speaker?: string;
  /** The known participants. A list that is handed in again may have grown, and be otherwise as it was. */
  readonly people?: readonly string[];
  /** What the bank already knows under a name folded by `normaliseName`. */
  readonly known?: (normalisedName: string) => EntityType | undefined;
  /** What the bank knows of longer names that begin or end with a word folded by `normaliseName`. */
  readonly partOf?: (normalisedWord: string) => EntityType | undefined;
  /** ISO 639-1 code of the text. For `de` a capital alone is no evidence. */
  readonly language?: string;
}
