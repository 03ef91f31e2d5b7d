import type { LearnedId } from '@mneme/core/domain/ids.js';
import { FIRST_CONFIDENCE, stepped } from '../reflect/index.js';
import { contentHash } from '@mneme/core/language/text-hash.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import type { Draft } from '@mneme/core/bank/learned/draft.js';
import { dayOf } from '@mneme/core/bank/learned/sightings.js';
import { OUTCOME_TAG } from '@mneme/core/domain/learned/trajectory.js';

/** An outcome to be stored as an experience. */
export interface ToldOutcome {
  /** What was done, as a clause: “Used “look it up first” for: refund a parcel”. */
  readonly what: string;
  readonly task: string;
  /** Null if unknown. */
  readonly success: boolean | null;
  readonly strategy?: LearnedId | undefined;
  readonly failureMode?: string | undefined;
  readonly entities?: readonly string[];
  /** 0..1. Default: 1, it happened. */
  readonly confidence?: number;
}

/**
 * Stores an outcome as an experience, and returns its index among the draft's texts. The outcome is in the metadata,
 * so that it need not be parsed from words.
 */
export function draftOutcome(
  draft: Draft,
  { what, task, success, strategy, failureMode, entities = [], confidence = 1 }: ToldOutcome,
): number {
  const how =
    success === null
      ? 'the outcome is unknown'
      : success
        ? 'it succeeded'
        : `it failed${failureMode === undefined ? '' : `: ${failureMode}`}`;
  const outcome = success === null ? 'unknown' : success ? 'success' : 'failure';
  return draft.tell({
    content: `${what} on ${dayOf(draft.at)}; ${how}.${entities.length === 0 ? '' : ` It was about ${entities.join(', ')}.`}`,
    kind: 'experience',
    confidence,
    source: 'agent',
    tags: [OUTCOME_TAG, outcome],
    metadata: {
      outcome,
      task: task.slice(0, 300),
      ...(strategy === undefined ? {} : { strategy }),
      ...(failureMode === undefined ? {} : { failureMode: failureMode.slice(0, 300) }),
    },
  });
}

/**
 * Moves the opinion with exactly this wording one step; if there is none and the step is up, stores it with the
 * confidence of a first statement.
 */
export async function holdOpinion(
  content: string,
  agrees: boolean,
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [found] = (
    await parts.store.findByHash(bank.name, [contentHash(content, 'opinion', null)])
  ).filter(({ retractedAt, supersededBy }) => retractedAt === null && supersededBy === null);
  if (found !== undefined)
    draft.putMemory({
      ...(await stepped(agrees ? 'reinforce' : 'weaken', draft.memory(found), bank, parts)),
      version: found.version + 1,
    });
  else if (agrees)
    draft.tell({
      content,
      kind: 'opinion',
      confidence: FIRST_CONFIDENCE,
      source: 'agent',
      metadata,
    });
}
