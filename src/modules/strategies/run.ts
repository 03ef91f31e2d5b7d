import type { LearnedId } from '../../domain/ids.js';
import type { Trajectory } from '../../domain/learned/trajectory.js';
import { sortOfAction, type ActionSort } from '../../language/action-words.js';
import { isRefusal, refusalOf } from './instance-names.js';

/** One action, as it counts for learning. */
export interface Move {
  readonly action: string;
  readonly sort: ActionSort;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Why it was refused, without details; null if it succeeded. */
  readonly refusal: string | null;
}

/** A run as input for extracting lessons. */
export interface Run {
  readonly id: LearnedId;
  readonly task: string;
  readonly query: string;
  readonly domain: string;
  /** Null if the outcome is unknown. */
  readonly good: boolean | null;
  readonly failureReason: string | null;
  readonly moves: readonly Move[];
}

/** Words that ask for explicit confirmation. */
const CONFIRMING =
  /\b(?:confirm|proceed|go ahead|shall i|should i|is (?:this|that) (?:ok|okay|correct|right|fine)|would you like me to)\b/iu;
const TALK = new Set(['reply', 'respond', 'say', 'message', 'answer', 'send_message']);

export function readRun(
  id: LearnedId,
  { task, query, domain, outcome, failureReason, steps }: Trajectory,
): Run {
  const good = outcome === 'success' ? true : outcome === 'unknown' ? null : false;
  return {
    id,
    task,
    query,
    domain,
    good,
    failureReason,
    moves: steps.map(({ action, arguments: given, observation }) =>
      readMove(action, given, observation),
    ),
  };
}

function readMove(
  action: string,
  given: Readonly<Record<string, unknown>>,
  observation: string,
): Move {
  const talk = TALK.has(action.toLowerCase());
  const said = talk ? Object.values(given).find((value) => typeof value === 'string') : undefined;
  const name =
    typeof said !== 'string'
      ? action
      : CONFIRMING.test(said)
        ? 'confirm'
        : said.includes('?')
          ? 'ask'
          : 'tell';
  return {
    action: name,
    sort: sortOfAction(name),
    arguments: given,
    refusal: !talk && isRefusal(observation) ? refusalOf(observation) : null,
  };
}

/** Positions of this action, all or only successful ones. */
export function placesOf(run: Run, action: string, through = false): number[] {
  return run.moves.flatMap((move, at) =>
    move.action === action && (!through || move.refusal === null) ? [at] : [],
  );
}

/** The actions of a run in order of first use. */
export function actionsOf(run: Run): string[] {
  return [...new Set(run.moves.map(({ action }) => action))];
}
