import type { RememberInput } from '../../packages/core/src/domain/input.js';
import type { Source } from '../../packages/core/src/domain/memory.js';
import type { Asking } from '../loaded-bank.js';

/** What is remembered, under a name that no other turn of its bank has. */
export type TalkTurn = RememberInput & { readonly turn: string };

/** One bank of a corpus and what is asked of it. */
export interface Talk {
  readonly id: string;
  /** In the order in which they are remembered. */
  readonly turns: readonly TalkTurn[];
  /** By `after`, ascending. */
  readonly questions: readonly TalkQuestion[];
}

export interface TalkQuestion {
  readonly text: string;
  /** What its figures are named by: `cat4`, `why`. */
  readonly category: string;
  /** As a moment, or in ISO 8601 with the offset of who asks. */
  readonly askedAt: number | string;
  /** So many turns are in the bank when it is asked. */
  readonly after: number;
  /** Names of the turns that hold the answer; none where only sessions are named, or nothing is known. */
  readonly evidence: readonly string[];
  /** The sessions that hold it. */
  readonly sessions: readonly string[];
  /** Turns that hold an outdated value of what is asked for. */
  readonly stale: readonly string[];
  readonly answerable: boolean;
  /** Names the wrong person on purpose: its evidence does not answer it, and the headline leaves it out. */
  readonly adversarial: boolean;
  /** The session it is asked in; what is found there does not count. */
  readonly running?: string;
  /** What is asked has these tags, and nothing else may come back. */
  readonly tags?: string[];
  /** It belongs to another bank of the corpus: this one does not know. */
  readonly foreign?: boolean;
}

const LONGEST_QUERY = 4_096;

/** A question as recall takes it. */
export function askingOf({ text, askedAt, tags }: TalkQuestion): Asking {
  return {
    query: text.slice(0, LONGEST_QUERY),
    now: askedAt,
    ...(tags === undefined ? {} : { tags }),
  };
}

/** What a question is like where its corpus says nothing else. */
export const PLAIN_QUESTION = {
  sessions: [],
  stale: [],
  answerable: true,
  adversarial: false,
} as const;

/** Who hands a turn over, by its speaker: an assistant's words are no word of the user's. */
export function sourceOf(speaker: string): Source {
  return /^(?:assistant|ai|bot|agent|model)$/i.test(speaker) ? 'agent' : 'user';
}

/** Whether a text has anything that can be seen: some turns are a space of no width. */
export const isBlank = (text: string): boolean => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
