import type { Memory, Source } from '../../domain/memory.js';
import type { ReadText } from '../../language/read-text.js';

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
  /** The content, where it is being read already. */
  readonly reading?: ReadText;
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
