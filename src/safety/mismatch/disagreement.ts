import type { Memory, Source } from '../../domain/memory.js';

/** What is compared: words, and all that was said of them. Dates and language are those that were read off the words. */
export interface Described extends Pick<
  Memory,
  | 'content'
  | 'language'
  | 'speaker'
  | 'session'
  | 'metadata'
  | 'tags'
  | 'dates'
  | 'saidAt'
  | 'occurredFrom'
  | 'occurredTo'
> {
  readonly source: Source;
  readonly origin: string | null;
  /** When the bank learned it. */
  readonly recordedAt: number;
}

/** One thing that disagrees. */
export interface Disagreement {
  /** 0..1. */
  readonly weight: number;
  readonly reason: string;
}
