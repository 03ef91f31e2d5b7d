import { z } from 'zod';
import { SessionId } from './ids.js';
import { ClockInput, parseInput, type RememberInput } from './input.js';
import { MAX_INPUT, type Source } from './memory.js';
import { hasText, isRecord } from './well-formed.js';

/** Why something in a conversation is not remembered, in words. */
type LeftOut =
  | 'instructions to a model'
  | 'calls of tools'
  | 'results of tools without words'
  | 'reasoning of a model'
  | 'pictures, recordings and files'
  | 'messages without words';

/** What one message says, and what tools answered in it. */
interface SaidInMessage {
  readonly words: string;
  readonly ofTools: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

type Json = Readonly<Record<string, unknown>>;

/** Types of parts whose text was spoken; so is the text of a part without a type. */
const SPOKEN = new Set([undefined, null, 'text', 'input_text', 'output_text']);
const REASONED = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content']);
const RESULTS = new Set(['tool_result', 'tool-result', 'function_call_output', 'tool']);
/** Markers between steps, without content. */
const MARKS = new Set(['step-start', 'step-finish']);

/**
 * Reads the text of a message in the formats of OpenAI, Anthropic, the AI SDK and others: `content` or `parts`, each
 * a text or a list of parts. Linear in its size.
 */
function saidIn(message: Json): SaidInMessage {
  const found = partsOf(message).map(readPart);
  const said = found.flatMap(({ words }) => words ?? []);
  const { refusal, audio } = message;
  const instead = [refusal, isRecord(audio) ? audio['transcript'] : null].filter(
    (each): each is string => typeof each === 'string',
  );
  return {
    words: (said.length > 0 ? said : instead).join('\n'),
    ofTools: found.flatMap(({ result }) => result ?? []),
    leftOut: [...found.flatMap(({ left }) => left ?? []), ...callsOf(message)],
  };
}

/** The AI SDK has the text of a message in `parts`; its older versions have it in `content`, too. */
function partsOf(message: Json): readonly unknown[] {
  const { content, parts, text, type, role } = message;
  // An item on the level of messages: a call, its result or reasoning.
  if (role === undefined && typeof type === 'string' && type !== 'message') return [message];
  const isEmpty = content === undefined || content === null || content === '';
  if (isEmpty && Array.isArray(parts)) return parts;
  const given = isEmpty ? text : content;
  return Array.isArray(given) ? given : given === undefined || given === null ? [] : [given];
}

interface PartRead {
  readonly words?: string;
  readonly result?: string;
  readonly left?: LeftOut;
}

function readPart(part: unknown): PartRead {
  if (typeof part === 'string') return { words: part };
  if (!isRecord(part)) return {};
  const { type, transcript, refusal } = part;
  if (MARKS.has(type as string)) return {};
  if (REASONED.has(type as string)) return { left: 'reasoning of a model' };
  if (RESULTS.has(type as string)) return resultOf(part);
  const words = [textIn(part['text']), refusal, transcript].find(
    (each): each is string => typeof each === 'string',
  );
  if (words !== undefined && (SPOKEN.has(type as string) || !isOfTool(type))) return { words };
  return {
    left:
      isOfTool(type) || part['functionCall'] !== undefined
        ? 'calls of tools'
        : 'pictures, recordings and files',
  };
}

const isOfTool = (type: unknown): boolean =>
  typeof type === 'string' && /tool|function|_call|^mcp_/.test(type);

/** A plain text, or that of an annotated one. */
function textIn(text: unknown): string | undefined {
  if (typeof text === 'string') return text;
  return isRecord(text) && typeof text['value'] === 'string' ? text['value'] : undefined;
}

function resultOf({ content, output, result }: Json): PartRead {
  const words = wordsIn(content ?? output ?? result);
  return words === '' ? { left: 'results of tools without words' } : { result: words };
}

/** The words of what a tool answered: a text, parts with texts, or a value that is one of them. */
function wordsIn(given: unknown): string {
  if (typeof given === 'string') return given;
  if (Array.isArray(given))
    return given
      .flatMap((each) =>
        isRecord(each) ? (textIn(each['text']) ?? []) : typeof each === 'string' ? each : [],
      )
      .join('\n');
  if (!isRecord(given)) return '';
  const { value, text } = given;
  return typeof value === 'string' || Array.isArray(value) ? wordsIn(value) : (textIn(text) ?? '');
}

/** Calls in fields other than the content. */
function callsOf({ tool_calls, toolInvocations, function_call }: Json): LeftOut[] {
  const calls = [tool_calls, toolInvocations, isRecord(function_call) ? [function_call] : null];
  return calls.flatMap((each) =>
    Array.isArray(each) ? each.map((): LeftOut => 'calls of tools') : [],
  );
}

/** The source of what each role says. A system prompt is instructions, not something that happened. */
const SOURCES = {
  user: 'user',
  human: 'user',
  assistant: 'agent',
  ai: 'agent',
  model: 'agent',
  tool: 'tool',
  function: 'tool',
} as const satisfies Readonly<Record<string, Source>>;
const ROLES = [...Object.keys(SOURCES), 'system', 'developer', 'data'];
/** The speaker of a role's turns if none is named. */
const SPEAKERS: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  model: 'assistant',
  function: 'tool',
};
const INSTRUCTING = new Set(['system', 'developer']);

const Part = z
  .union([z.string(), z.looseObject({ type: z.string().nullish() })])
  .describe('A part of a message; parts without text, such as pictures and calls, are left out.');

/** A message as in the APIs of language models; unknown fields are allowed. */
export const ChatTurn = z
  .looseObject({
    role: z
      .enum(ROLES as [string, ...string[]])
      .optional()
      .describe('Turns of the system are left out.'),
    content: z
      .union([
        z.string().max(MAX_INPUT, `at most ${MAX_INPUT} characters`),
        z.array(Part).max(1_000),
      ])
      .nullish()
      .describe('A text, or parts as {"type": "text", "text": "…"}.'),
    name: z.string().trim().max(200).nullish().describe('Who says it. Default: the role.'),
    timestamp: ClockInput.nullish().describe('When it was said. Default: now.'),
  })
  .refine((turn) => turn.role !== undefined || isItem(turn), {
    message: 'is missing',
    path: ['role'],
  });
type ParsedTurn = z.output<typeof ChatTurn>;
/** A chat message. Unknown fields are allowed, so that what an SDK returned can be passed as it is. */
export interface ChatTurn {
  readonly role?: string;
  readonly content?: unknown;
  readonly name?: string | null;
  readonly timestamp?: z.input<typeof ClockInput> | null;
}

export const ChatTurns = z.array(ChatTurn).min(1, 'name at least one message').max(1_000);

/** A conversation as input for `rememberAll`, and the number of parts left out of it, by reason. */
export interface ReadMessages {
  readonly inputs: RememberInput[];
  readonly leftOut: Readonly<Record<string, number>>;
}

/**
 * Chat messages as input for `rememberAll`, in order: the role becomes speaker and source. Accepts messages and whole
 * replies of the SDKs of OpenAI, Anthropic and the AI SDK. Parts without text and system messages are left out;
 * {@link readMessages} counts them. Throws `invalid_input`.
 */
export function fromMessages(
  messages: readonly object[] | object,
  options: { readonly session?: string } = {},
): RememberInput[] {
  return readMessages(messages, options).inputs;
}

/** {@link fromMessages}, and what was left out. Throws `invalid_input`. */
export function readMessages(
  messages: readonly object[] | object,
  { session }: { readonly session?: string } = {},
): ReadMessages {
  const named = session === undefined ? {} : { session: parseInput(SessionId, session, 'session') };
  const given: readonly unknown[] = Array.isArray(messages) ? messages : [messages];
  const turns = parseInput(
    ChatTurns,
    given.flatMap((each) => messagesIn(each)),
    'messages',
  );
  const inputs: RememberInput[] = [];
  const leftOut: Record<string, number> = {};
  for (const turn of turns) {
    const read = readTurn(turn);
    inputs.push(...read.inputs.map((input) => ({ ...input, ...named })));
    for (const why of read.leftOut) leftOut[why] = (leftOut[why] ?? 0) + 1;
  }
  return { inputs, leftOut };
}

function readTurn(turn: ParsedTurn): {
  readonly inputs: readonly RememberInput[];
  readonly leftOut: readonly LeftOut[];
} {
  const { role = '', name } = turn;
  if (INSTRUCTING.has(role)) return { inputs: [], leftOut: ['instructions to a model'] };
  const { words, ofTools, leftOut } = saidIn(turn);
  const source = (SOURCES as Readonly<Record<string, Source>>)[role];
  const moment = momentOf(turn);
  const saidAt = moment === undefined ? {} : { saidAt: moment };
  const speaker = name === undefined || name === null || name === '' ? undefined : name;
  const inputs: RememberInput[] = [
    ...(source === undefined
      ? []
      : [{ content: words, speaker: speaker ?? SPEAKERS[role] ?? role, source, ...saidAt }]),
    ...ofTools.map((content) => ({ content, speaker: 'tool', source: 'tool' as const, ...saidAt })),
  ].filter(({ content }) => hasText(content));
  return {
    inputs,
    leftOut: inputs.length === 0 && leftOut.length === 0 ? ['messages without words'] : leftOut,
  };
}

/** Fields where SDKs give a message's time: seconds or milliseconds since 1970, a text or a `Date`. Other values are ignored. */
const MADE_AT = ['timestamp', 'createdAt', 'created_at', 'create_time', 'created'];
/** Smaller numbers are seconds: as milliseconds they would lie before 1974, larger ones as seconds after 5100. */
const MILLISECONDS = 1e11;

function momentOf(turn: Readonly<Record<string, unknown>>): RememberInput['saidAt'] {
  for (const field of MADE_AT) {
    const given = turn[field];
    const read = ClockInput.safeParse(
      field !== 'timestamp' && typeof given === 'number' && Math.abs(given) < MILLISECONDS
        ? given * 1_000
        : given,
    );
    if (read.success) return read.data;
  }
  return undefined;
}

/** Whether an object without a role is a whole reply, or an item of one that is not a message. */
function isItem(turn: Readonly<Record<string, unknown>>): boolean {
  return typeof turn['type'] === 'string' || repliesIn(turn) !== null;
}

/** The messages of a whole reply, from the first of its choices; null for a message. */
function repliesIn(reply: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const { role, choices, message, output, response, object } = reply;
  if (role !== undefined) return null;
  if (Array.isArray(choices)) return choices.slice(0, 1);
  if (isRecord(message)) return [message];
  if (Array.isArray(output) && (object === 'response' || !('type' in reply))) return output;
  return isRecord(response) && Array.isArray(response['messages']) ? response['messages'] : null;
}

/** Maximum nesting: a reply has choices, and a choice has a message. */
const DEEPEST = 3;

/** Replaces a whole reply by its messages, which inherit its time. */
function messagesIn(given: unknown, depth = 0): unknown[] {
  const replies = isRecord(given) && depth < DEEPEST ? repliesIn(given) : null;
  if (!isRecord(given) || replies === null) return [given];
  const at = momentOf(given);
  return replies.flatMap((each) =>
    messagesIn(at === undefined || !isRecord(each) ? each : { timestamp: at, ...each }, depth + 1),
  );
}
