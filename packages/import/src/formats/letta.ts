import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord, parseJson } from '@mneme/core/language/parse-json.js';
import { markdownBlocks } from '@mneme/core/language/passages.js';
import { markdownParts } from './markdown.js';
import {
  type Fault,
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  readStated,
  readTime,
  SessionClock,
  shortOrigin,
  skipped,
  type SkipReason,
  type Stated,
  toItem,
} from '../item.js';
import { type Entry, messageText, named, readJsonDocument, type Json } from '../read-document.js';

interface LettaTurn {
  readonly source: 'user' | 'agent';
  readonly text: string;
  readonly id: string | undefined;
  /** Name of a person, where the file states it. */
  readonly name: string | undefined;
  readonly saidAt: Stated | undefined;
}

/** The tool through which version 1 agents speak; the text of their messages themselves is reasoning. */
const SPEAKS = 'send_message';

/** Reads one message of an agent: the words of a person or of the agent. */
function lettaMessage(raw: unknown): LettaTurn | { readonly skip: SkipReason } | Fault {
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
  // For an agent that speaks by a tool, text next to another tool's call is reasoning.
  return calls.length > 0 ? '' : (messageText(message.content) ?? '');
}

/**
 * Unwraps a person's message that is packed with its time; messages that the server sends in their place are dropped.
 */
function packed(text: string): string | null {
  const value = text.trimStart().startsWith('{') ? parsed(text) : null;
  if (!isRecord(value) || typeof value.type !== 'string') return text;
  return value.type === 'user_message' && typeof value.message === 'string' ? value.message : null;
}

function parsed(text: string): unknown {
  const json = parseJson(text);
  return json.ok ? json.value : null;
}

/**
 * Letta's agent file (`.af`): one agent (first version), or several with shared blocks. Each part of a memory block
 * becomes a fact, messages become experiences. Tools, settings and system prompts are skipped.
 */
export const letta: ImportReader = Object.freeze({
  name: 'letta',
  describes: 'A Letta agent file (.af): its memory blocks and messages.',
  extensions: ['.af', '.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*\{/.test(head) &&
      /"(?:agent_type|memory_blocks|core_memory|block_ids|in_context_message_ids|in_context_message_indices)"\s*:/.test(
        head,
      )
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    return readJsonDocument(chunks, (json) => {
      const { agents, blocks, writtenAt } = contentsOf(json);
      const context = {
        origin: shortOrigin(options.origin),
        clock: new SessionClock(writtenAt ?? options.fallbackTime),
        writtenAt: writtenAt ?? options.fallbackTime,
      };
      return [
        ...blocks.flatMap((block, index) => blockEntries(block, index, context)),
        ...agents.flatMap((agent, index) => messageEntries(agent, index, context)),
      ];
    });
  },
} satisfies ImportReader);

interface Context {
  readonly origin: string;
  readonly clock: SessionClock;
  /** Export time, for blocks without a time. */
  readonly writtenAt: number;
}

function contentsOf(json: unknown): {
  agents: readonly Json[];
  blocks: readonly Json[];
  writtenAt: number | undefined;
} {
  const records = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
  if (isRecord(json) && Array.isArray(json.agents)) {
    const agents = records(json.agents);
    return {
      agents,
      blocks: [
        ...records(json.blocks),
        ...agents.flatMap(({ memory_blocks }) => records(memory_blocks)),
      ],
      writtenAt: readTime(json.created_at),
    };
  }
  if (isRecord(json) && (Array.isArray(json.messages) || Array.isArray(json.core_memory)))
    return {
      agents: [json],
      blocks: records(json.core_memory),
      writtenAt: readTime(json.updated_at ?? json.created_at),
    };
  throw new MnemeError('malformed_import', 'The file holds no agent.', {
    field: 'agents',
    hint: 'An agent file has "agents" and "blocks", or "messages" and "core_memory" in its first version.',
  });
}

/** A block is a small document that an agent maintains: each of its parts becomes a memory. */
function blockEntries(block: Json, index: number, { origin, writtenAt }: Context): Entry[] {
  const label = typeof block.label === 'string' ? block.label : `block ${index + 1}`;
  const name = `Block ${label}`;
  const { value } = block;
  if (typeof value !== 'string')
    return [
      (place) =>
        malformed(named(place, name), {
          problem: 'its value is no text',
          hint: 'A block has "label" and "value".',
          field: 'value',
          value,
        }),
    ];
  const lines = value.split('\n');
  const parts = markdownParts(markdownBlocks(lines, 0));
  if (parts.length === 0) return [(place) => skipped(place, 'no text')];
  const saidAt = readTime(block.updated_at ?? block.created_at) ?? writtenAt;
  const turn = `block ${label}`.slice(0, 200);
  return parts.map(({ text, headings, from }, part): Entry => (place) => {
    const heading = headings.join(' > ').slice(0, 2_000);
    return toItem(named(place, `${name}, line ${from + 1}`), {
      content: text,
      kind: 'fact',
      source: 'agent',
      session: turn,
      turn,
      position: part,
      saidAt,
      origin,
      metadata: { block: label.slice(0, 2_000), ...(heading === '' ? {} : { heading }) },
    });
  });
}

function messageEntries(agent: Json, index: number, { origin, clock }: Context): Entry[] {
  const name =
    typeof agent.name === 'string' && agent.name.trim() !== ''
      ? agent.name.trim()
      : `agent ${index + 1}`;
  const messages = Array.isArray(agent.messages) ? agent.messages : [];
  return messages.map((raw: unknown, at): Entry => (place) => {
    const here = named(place, `${name}, message ${at + 1}`);
    const message = lettaMessage(raw);
    if ('problem' in message) return malformed(here, message);
    if ('skip' in message) return skipped(here, message.skip);
    const { source, text, id, saidAt } = message;
    const session = name.slice(0, 200);
    return toItem(here, {
      content: text,
      kind: 'experience',
      source,
      speaker: source === 'user' ? (message.name ?? 'user') : session,
      session,
      turn: id,
      origin,
      ...clock.next(session, saidAt),
    });
  });
}
