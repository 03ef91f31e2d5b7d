import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord, parseJson } from '@mneme/core/language/parse-json.js';

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
