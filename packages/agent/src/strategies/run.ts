import { createHash } from 'node:crypto';
import { isRefusal, refusalOf } from './abstraction.js';
import { ATTEMPT_ACTION, DONE, noteReport, seeTransition } from '../world-model/index.js';
import type { Draft } from '@mneme/core/bank/learned/revise.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import type { ParsedTrajectory, Step, Trajectory } from '@mneme/core/domain/strategy.js';
import { isRecord, parseJson } from '@mneme/core/language/parse-json.js';
import { type ActionSort, sortOfAction } from '@mneme/core/language/strategy-wording.js';

/** Tools for thinking aloud: their input is a thought that belongs to the following step. */
const THINKING = new Set(['think', 'thought', 'reason', 'scratchpad']);

interface Message {
  readonly role: string;
  readonly content: string;
  readonly calls: readonly {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
}

/**
 * The runs of a file as input of `learn`: JSON or JSONL; one run, a list, or `{"trajectories": […]}`. A run is in the
 * form of `learn`, or a log of chat messages with tool calls (`messages` or `traj`) and a `reward` or `outcome`.
 * Throws `malformed_import`.
 */
export function readRuns(text: string): unknown[] {
  return values(text)
    .flatMap(unwrapped)
    .map((value, at) =>
      isRecord(value) && messagesOf(value) !== undefined ? fromChat(value, at) : value,
    );
}

function values(text: string): unknown[] {
  const whole = parseJson(text);
  if (whole.ok) return [whole.value];
  const lines = text.split('\n');
  const parsed = lines.map((line) => (line.trim() === '' ? null : parseJson(line)));
  const first = parsed.find((line) => line !== null);
  // One bad line among good ones is that line's error; otherwise the text is not JSONL at all.
  if (first?.ok !== true) throw malformed(whole.line, whole.reason);
  const bad = parsed.findIndex((line) => line?.ok === false);
  const fault = parsed[bad];
  if (fault?.ok === false) throw malformed(bad + 1, fault.reason);
  return parsed.flatMap((line) => (line?.ok === true ? [line.value] : []));
}

function malformed(line: number, reason: string): MnemeError {
  return new MnemeError('malformed_import', `Line ${line}: ${reason}`, {
    field: 'path',
    hint: 'Give runs as JSON or JSONL; docs/strategies.md shows the forms.',
  });
}

function unwrapped(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  for (const name of ['trajectories', 'runs'])
    if (isRecord(value) && Array.isArray(value[name])) return value[name];
  return [value];
}

function messagesOf(value: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  for (const name of ['messages', 'traj']) if (Array.isArray(value[name])) return value[name];
  return undefined;
}

function fromChat(
  value: Readonly<Record<string, unknown>>,
  at: number,
): Readonly<Record<string, unknown>> {
  const messages = (messagesOf(value) ?? []).flatMap(asMessage);
  const task = value['task'] ?? value['task_id'];
  const query = messages.find(({ role }) => role === 'user')?.content ?? '';
  const reason = value['failureReason'] ?? value['failure_reason'];
  return {
    ...(typeof task === 'string' || typeof task === 'number' ? { task: String(task) } : {}),
    query: query === '' ? `run ${at + 1}` : query.slice(0, 20_000),
    ...(typeof value['domain'] === 'string' ? { domain: value['domain'] } : {}),
    steps: stepsOf(messages),
    ...outcomeOf(value),
    ...(typeof reason === 'string' ? { failureReason: reason } : {}),
  };
}

/** A missing outcome stays missing: `learn` reports it by name. */
function outcomeOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { outcome, reward } = value;
  if (outcome !== undefined) return { outcome };
  if (typeof reward !== 'number') return {};
  return { outcome: reward >= 1 ? 'success' : reward > 0 ? 'partial' : 'failure' };
}

function asMessage(raw: unknown): Message[] {
  if (!isRecord(raw) || typeof raw['role'] !== 'string') return [];
  const calls = Array.isArray(raw['tool_calls']) ? raw['tool_calls'].flatMap(asCall) : [];
  const { content } = raw;
  return [
    {
      role: raw['role'],
      content:
        typeof content === 'string'
          ? content
          : content === null || content === undefined
            ? ''
            : JSON.stringify(content),
      calls,
    },
  ];
}

function asCall(raw: unknown): Message['calls'][number][] {
  const called = isRecord(raw) && isRecord(raw['function']) ? raw['function'] : raw;
  if (!isRecord(called) || typeof called['name'] !== 'string') return [];
  const given =
    typeof called['arguments'] === 'string'
      ? parseJson(called['arguments'])
      : { ok: true as const, value: called['arguments'] };
  return [
    { name: called['name'], arguments: given.ok && isRecord(given.value) ? given.value : {} },
  ];
}

/** The agent's actions with their results: a tool's result for a call, the person's reply to a message. */
function stepsOf(messages: readonly Message[]): unknown[] {
  const steps: { thought: string | null; action: unknown; observation: string }[] = [];
  let thought: string | null = null;
  for (const [at, { role, content, calls }] of messages.entries()) {
    if (role !== 'assistant') continue;
    if (calls.length > 0 && content.trim() !== '') thought = content;
    const answers = messages
      .slice(at + 1)
      .filter(
        (message, next, all) =>
          message.role === 'tool' && all.slice(0, next).every((each) => each.role === 'tool'),
      );
    for (const [place, call] of calls.entries()) {
      if (THINKING.has(call.name.toLowerCase()))
        thought = String(Object.values(call.arguments)[0] ?? '');
      steps.push({
        thought,
        action: call,
        observation: (answers[place]?.content ?? '').slice(0, 20_000),
      });
    }
    if (calls.length > 0) continue;
    const next = messages[at + 1];
    steps.push({
      thought,
      action: { name: 'reply', arguments: { text: content } },
      observation: next?.role === 'user' ? next.content : '',
    });
    thought = null;
  }
  return steps;
}

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
