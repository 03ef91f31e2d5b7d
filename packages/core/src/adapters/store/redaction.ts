import type { Need } from '../../domain/feedback.js';
import type { Erasure } from '../../domain/forgetting.js';
import { NameMatcher } from '../../domain/name-matcher.js';

const ID = /(?<![a-z0-9])[a-z]_[0-9a-z]{13}(?![a-z0-9])/g;

/** What an erasure removes from remaining texts, as text or as a record. */
export class Redaction {
  /** Erased records. */
  readonly gone: ReadonlySet<string>;
  readonly #matcher: NameMatcher;
  readonly #stems: ReadonlySet<string>;

  constructor({ memories, entities, learned, names, stems }: Erasure) {
    this.gone = new Set<string>([...memories, ...entities, ...learned]);
    this.#matcher = new NameMatcher(names);
    this.#stems = new Set(stems);
  }

  /** The value without the names; the same value if it has none. */
  of<T>(value: T): T {
    return this.#matcher.redactAll(value);
  }

  /** Whether a note names the person, or an erased record. */
  isTold(note: unknown): boolean {
    if (this.of(note) !== note) return true;
    return this.names(JSON.stringify(note));
  }

  /** Whether a text has the id of an erased record. */
  names(text: unknown): boolean {
    return typeof text === 'string' && (text.match(ID) ?? []).some((id) => this.gone.has(id));
  }

  /** The previous version of a link, a vote or a conflict, if one of its ends is erased. */
  tellsOfGone(image: unknown): boolean {
    if (typeof image !== 'object' || image === null) return false;
    const record = image as Readonly<Record<string, unknown>>;
    return ['id', 'from', 'to', 'source', 'target', 'evidence', 'memory', 'older', 'newer'].some(
      (end) => this.gone.has(String(record[end])),
    );
  }

  /** What a vote's question asked for, without the stems of the name. */
  withoutStems(need: Need): Need {
    const kept = (stems: readonly string[]): readonly string[] =>
      Array.isArray(stems) ? stems.filter((stem) => !this.#stems.has(stem)) : stems;
    return { ...need, terms: kept(need.terms), names: kept(need.names) };
  }
}
