
/** Something wanted more than once, in other words each time. */
export interface RepeatedNeed {
  /** Lines of the sample that answer it, from 1. */
  readonly lines: readonly number[];
  readonly first: string;
  /** With most of its words. */
  readonly near: readonly string[];
  /** In words of its own, or asking for another side of the same. */
  readonly again: readonly string[];
}
