/** Why something in a conversation is not remembered, in words. */
export type LeftOut =
  | 'instructions to a model'
  | 'calls of tools'
  | 'results of tools without words'
  | 'reasoning of a model'
  | 'pictures, recordings and files'
  | 'messages without words';

/** What one message says, and what tools answered in it. */
export interface SaidInMessage {
  readonly words: string;
  readonly ofTools: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Types of parts whose text somebody said; a part without a type is one. */
const SPOKEN = new Set([undefined, null, 'text', 'input_text', 'output_text']);
const REASONED = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content']);
const RESULTS = new Set(['tool_result', 'tool-result', 'function_call_output', 'tool']);
/** Marks between steps, which stand for nothing. */
const MARKS = new Set(['step-start', 'step-finish']);

/**
 * The words of a message as the APIs and SDKs of OpenAI, Anthropic, the AI SDK and others write it: `content` or `parts`, each a text or
 * a list of parts. Linear in its size.
 */
export function saidIn(message: Json): SaidInMessage {
  const found = partsOf(message).map(readPart);
  const said = found.flatMap(({ words }) => words ?? []);
  const { refusal, audio } = message;
  const instead = [refusal, isObject(audio) ? audio['transcript'] : null].filter(
    (each): each is string => typeof each === 'string',
  );
  return {
    words: (said.length > 0 ? said : instead).join('\n'),
    ofTools: found.flatMap(({ result }) => result ?? []),
    leftOut: [...found.flatMap(({ left }) => left ?? []), ...callsOf(message)],
  };
}

/** The AI SDK keeps the words of a message in `parts`, and older versions of it the text in `content`, too. */
function partsOf(message: Json): readonly unknown[] {
  const { content, parts, text, type, role } = message;
  // An item that stands beside messages: a call, its result, a thought.
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
  if (!isObject(part)) return {};
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

/** A text, or one with notes on it. */
function textIn(text: unknown): string | undefined {
  if (typeof text === 'string') return text;
  return isObject(text) && typeof text['value'] === 'string' ? text['value'] : undefined;
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
        isObject(each) ? (textIn(each['text']) ?? []) : typeof each === 'string' ? each : [],
      )
      .join('\n');
  if (!isObject(given)) return '';
  const { value, text } = given;
  return typeof value === 'string' || Array.isArray(value) ? wordsIn(value) : (textIn(text) ?? '');
}

/** Calls that stand beside the content. */
function callsOf({ tool_calls, toolInvocations, function_call }: Json): LeftOut[] {
  const calls = [tool_calls, toolInvocations, isObject(function_call) ? [function_call] : null];
  return calls.flatMap((each) =>
    Array.isArray(each) ? each.map((): LeftOut => 'calls of tools') : [],
  );
}
