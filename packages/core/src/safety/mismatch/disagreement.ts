import type { Memory, Source } from '../../domain/memory.js';

/** What is compared: the content and all its metadata. Dates and language are those found in the content. */
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
  /** When the bank recorded it. */
  readonly recordedAt: number;
}

/** One thing that disagrees. */
export interface Disagreement {
  /** 0..1. */
  readonly weight: number;
  readonly reason: string;
}
