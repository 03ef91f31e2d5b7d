import type { Need } from '../../domain/feedback.js';
import type { Erasure } from '../../domain/forgetting.js';
import { NameMatcher } from '../../domain/name-matcher.js';

const ID = /(?<![a-z0-9])[a-z]_[0-9a-z]{13}(?![a-z0-9])/g;

/** What an erasure removes from the remaining texts and records. */
export class Redaction {
  /** Ids of the erased records. */
  readonly gone: ReadonlySet<string>;
  readonly #matcher: NameMatcher;
  readonly #stems: ReadonlySet<string>;

  constructor({ memories, entities, learned, names, stems }: Erasure) {
    this.gone = new Set<string>([...memories, ...entities, ...learned]);
    this.#matcher = new NameMatcher(names);
    this.#stems = new Set(stems);
  }

  /** The value with the names removed; the same value if it contains none. */
  of<T>(value: T): T {
    return this.#matcher.redactAll(value);
  }

  /** Whether a note names the person or refers to an erased record. */
  isTold(note: unknown): boolean {
    if (this.of(note) !== note) return true;
    return this.names(JSON.stringify(note));
  }

  /** Whether a text contains the id of an erased record. */
  names(text: unknown): boolean {
    return typeof text === 'string' && (text.match(ID) ?? []).some((id) => this.gone.has(id));
  }

  /** Whether an image of an edge, a vote or a conflict refers to an erased record. */
  tellsOfGone(image: unknown): boolean {
    if (typeof image !== 'object' || image === null) return false;
    const record = image as Readonly<Record<string, unknown>>;
    return ['id', 'from', 'to', 'source', 'target', 'evidence', 'memory', 'older', 'newer'].some(
      (end) => this.gone.has(String(record[end])),
    );
  }

  /** The search terms of a vote, without the stems of the erased name. */
  withoutStems(need: Need): Need {
    const kept = (stems: readonly string[]): readonly string[] =>
      Array.isArray(stems) ? stems.filter((stem) => !this.#stems.has(stem)) : stems;
    return { ...need, terms: kept(need.terms), names: kept(need.names) };
  }
}
