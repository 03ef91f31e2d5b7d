import type { EntityType } from '../../domain/graph.js';

/** One name, handle or possessed thing in a text. */
export interface EntityMention {
  /** As written, in canonical casing, without possessive, determiner or sigil. */
  readonly name: string;
  readonly type: EntityType;
  /** Half-open range `[start, end)` in the text, in UTF-16 units; it may be wider than `name` ("@maria", "Dr. Weber"). */
  readonly start: number;
  readonly end: number;
  /** How certain it is that this is an entity of this type, 0..1. */
  readonly confidence: number;
  /** The owner: `'speaker'`, `'addressee'`, or a name. Absent if nobody is named. */
  readonly owner?: string;
}

/** What is known before analysing a text. */
export interface EntityHints {
  /** Who says the text; "I" and "my" refer to them. */
  readonly speaker?: string;
  /** The known participants. A list passed again may have grown, but must not have changed otherwise. */
  readonly people?: readonly string[];
  /** The type that the bank knows for a name normalised by `normaliseName`. */
  readonly known?: (normalisedName: string) => EntityType | undefined;
  /** The type of a longer name in the bank that begins or ends with a word normalised by `normaliseName`. */
  readonly partOf?: (normalisedWord: string) => EntityType | undefined;
  /** ISO 639-1 code of the text. For `de` a capital alone is no evidence. */
  readonly language?: string;
}
