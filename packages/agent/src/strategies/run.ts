import { createHash } from 'node:crypto';
import type { Draft } from '@mneme/core/bank/learned/draft.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import type { ParsedTrajectory, Step, Trajectory } from '@mneme/core/domain/learned/trajectory.js';
import { type ActionSort, sortOfAction } from '@mneme/core/language/action-words.js';
import { isRefusal, refusalOf } from './instance-names.js';
import { ATTEMPT_ACTION, DONE, noteReport, seeTransition } from '../world-model/index.js';

/** One action, as used for learning. */
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

/** Positions of an action: all, or only successful ones (`through`). */
export function placesOf(run: Run, action: string, through = false): number[] {
  return run.moves.flatMap((move, at) =>
    move.action === action && (!through || move.refusal === null) ? [at] : [],
  );
}

/** The actions of a run in order of first use. */
export function actionsOf(run: Run): string[] {
  return [...new Set(run.moves.map(({ action }) => action))];
}

const LONGEST_OBSERVATION = 2_000;
const LONGEST_THOUGHT = 1_000;

/** The stored form of a run. */
export function asTrajectory(
  { task, query, domain, steps, outcome, failureReason, startedAt, endedAt }: ParsedTrajectory,
  fallback: string,
): Trajectory {
  const body = {
    task: task ?? query.slice(0, 200),
    query,
    domain: domain ?? fallback,
    steps: steps.map(asStep),
    outcome,
    failureReason: failureReason ?? null,
  };
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22);
  return { ...body, hash, startedAt: startedAt ?? null, endedAt: endedAt ?? null };
}

function asStep({ thought, action, observation }: ParsedTrajectory['steps'][number]): Step {
  const { name, arguments: given } =
    typeof action === 'string' ? { name: action, arguments: {} } : action;
  const seen =
    observation === undefined || observation === null
      ? ''
      : typeof observation === 'string'
        ? observation
        : JSON.stringify(observation);
  return {
    thought: thought === null || thought === undefined ? null : thought.slice(0, LONGEST_THOUGHT),
    action: name,
    arguments: shortened(given),
    observation: seen.slice(0, LONGEST_OBSERVATION),
  };
}

function shortened(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, LONGEST_OBSERVATION) : value,
    ]),
  );
}

/** Maximum number of steps per run that count as observations of what tools do. */
const MAX_MOVES = 100;
const LONGEST_MODE = 300;

/**
 * Updates competence and world model from runs: the competence of their field, and what each called tool led to. A
 * run with an unknown outcome does not affect competence.
 */
export function learnFromRuns(runs: readonly LearnedRecord<'trajectory'>[], draft: Draft): void {
  for (const { id, body } of runs) {
    const { good, domain, moves } = readRun(id, body);
    for (const move of moves.slice(0, MAX_MOVES)) if (isCall(move)) seeMove(move, domain, draft);
    if (good === null) continue;
    const { failureReason } = body;
    const reason =
      failureReason === null ? {} : { failureMode: failureReason.slice(0, LONGEST_MODE) };
    see(ATTEMPT_ACTION, good ? DONE : 'failed', domain, draft);
    noteReport(
      {
        capability: domain,
        domain,
        prior: 'jeffreys',
        success: good,
        ...reason,
        steps: moves.length,
      },
      draft,
    );
  }
}

/** A message to a person changes nothing in the world. */
const isCall = ({ sort }: Move): boolean => sort === 'deed' || sort === 'look';

function seeMove({ action, refusal }: Move, domain: string, draft: Draft): void {
  see(action, refusal === null ? DONE : `refused: ${refusal}`, domain, draft);
}

function see(action: string, state: string, domain: string, draft: Draft): void {
  seeTransition({ action, context: [], state: [state], domain, source: 'observed' }, draft, null);
}
