import type { SkipReason } from '../item.js';
import { messageText } from '../message-text.js';
import { isRecord, parseJson } from '../../../language/json/parse-json.js';
import { readStated, type Stated } from '../read-time.js';
import type { Fault } from '../to-item.js';

type Json = Readonly<Record<string, unknown>>;

interface LettaTurn {
  readonly source: 'user' | 'agent';
  readonly text: string;
  readonly id: string | undefined;
  /** Of a person, where the file tells. */
  readonly name: string | undefined;
  readonly saidAt: Stated | undefined;
}

/** The tool by which agents of the first kind speak; what stands in their message's own text is what they thought. */
const SPEAKS = 'send_message';

/** Reads one message of an agent: what a person or the agent said. */
export function lettaMessage(raw: unknown): LettaTurn | { readonly skip: SkipReason } | Fault {
  if (!isRecord(raw) || typeof raw.role !== 'string')
    return {
      problem: 'it has no role',
      hint: 'A message has "role" and "content".',
      field: 'role',
      value: raw,
    };
  const { role } = raw;
  if (role === 'system') return { skip: 'system prompt' };
  if (role === 'tool' || role === 'function') return { skip: 'tool output' };
  if (role === 'approval') return { skip: 'bookkeeping' };
  const said =
    role === 'assistant' ? spoken(raw) : packed(messageText(raw.content ?? raw.text) ?? '');
  if (said === null) return { skip: 'bookkeeping' };
  if (said.trim() === '') return { skip: 'no text' };
  const name =
    typeof raw.name === 'string' && raw.name.trim() !== ''
      ? raw.name.trim().slice(0, 200)
      : undefined;
  const id = typeof raw.id === 'string' && raw.id !== '' ? raw.id.slice(0, 200) : undefined;
  return {
    source: role === 'assistant' ? 'agent' : 'user',
    text: said,
    id,
    name,
    saidAt: readStated(raw.created_at),
  };
}

function spoken(message: Json): string {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
  const messages = calls.flatMap((call) => {
    const called = isRecord(call.function) ? call.function : call;
    if (called.name !== SPEAKS) return [];
    const given =
      typeof called.arguments === 'string' ? parsed(called.arguments) : called.arguments;
    return isRecord(given) && typeof given.message === 'string' ? [given.message] : [];
  });
  if (messages.length > 0) return messages.join('\n');
  // Of an agent that speaks by a tool, a text beside another tool's call is a thought.
  return calls.length > 0 ? '' : (messageText(message.content) ?? '');
}

/** A person's message may be packed with its time; what the server sends in a person's place is no message. */
function packed(text: string): string | null {
  const value = text.trimStart().startsWith('{') ? parsed(text) : null;
  if (!isRecord(value) || typeof value.type !== 'string') return text;
  return value.type === 'user_message' && typeof value.message === 'string' ? value.message : null;
}

function parsed(text: string): unknown {
  const json = parseJson(text);
  return json.ok ? json.value : null;
}
