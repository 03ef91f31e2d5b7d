import type { SkipReason } from '../item.js';
import { messageText } from '../message-text.js';
import { isRecord } from '../../../language/json/parse-json.js';
import { readTime } from '../read-time.js';
import { withoutCitations } from './chatgpt-citations.js';
import type { Fault } from '../to-item.js';

type Json = Readonly<Record<string, unknown>>;

/** One message of the branch that is shown. */
export type ChatGptTurn =
  | { readonly id: string; readonly skip: SkipReason }
  | {
      readonly id: string;
      readonly source: 'user' | 'agent';
      readonly kind: 'experience' | 'fact';
      readonly text: string;
      readonly saidAt: number | undefined;
    };

export interface ChatGptConversation {
  readonly id: string | null;
  readonly title: string | null;
  readonly startedAt: number | undefined;
  readonly turns: readonly ChatGptTurn[];
  /** Messages that were edited away or answered anew. */
  readonly otherBranches: number;
}

/** What a person wrote or read; the rest is code for a tool, its output, reasoning, and instructions. */
const TALK = new Set(['text', 'multimodal_text']);
/** The assistant's message to its own memory tool: a distilled statement about the person. */
const MEMORY_TOOL = 'bio';

/** Reads a conversation's tree: from the node that is shown last up to the root. */
export function readConversation(raw: unknown): ChatGptConversation | Fault {
  if (!isRecord(raw) || !isRecord(raw.mapping))
    return {
      problem: 'it has no "mapping"',
      hint: 'A conversation holds its messages in "mapping", by node.',
      field: 'mapping',
      value: raw,
    };
  const mapping = raw.mapping;
  const last =
    typeof raw.current_node === 'string' && isRecord(mapping[raw.current_node])
      ? raw.current_node
      : latestLeaf(mapping);
  const branch = last === null ? [] : branchTo(last, mapping);
  if (branch === null)
    return {
      problem: 'its nodes name each other as parents in a circle',
      hint: 'Take the conversation out of the file.',
      field: 'mapping',
      value: raw.current_node,
    };
  const messages = branch.filter(([, node]) => isRecord(node.message));
  const all = Object.values(mapping).filter(
    (node) => isRecord(node) && isRecord(node.message),
  ).length;
  return {
    id: text(raw.conversation_id) ?? text(raw.id),
    title: text(raw.title),
    startedAt: readTime(raw.create_time),
    turns: messages.map(([id, node]) => readTurn(id, node.message as Json)),
    otherBranches: all - messages.length,
  };
}

/** Nodes from the root to `last`; null when they run in a circle. */
function branchTo(last: string, mapping: Json): (readonly [string, Json])[] | null {
  const branch: (readonly [string, Json])[] = [];
  const met = new Set<string>();
  for (let id: unknown = last; typeof id === 'string';) {
    const node = mapping[id];
    if (!isRecord(node)) break;
    if (met.has(id)) return null;
    met.add(id);
    branch.push([id, node]);
    id = node.parent;
  }
  return branch.reverse();
}

/** The node without children whose message is the newest; the last of the file where none has a time. */
function latestLeaf(mapping: Json): string | null {
  const leaves = Object.entries(mapping).filter(
    ([, node]) => isRecord(node) && (!Array.isArray(node.children) || node.children.length === 0),
  );
  const timed = leaves.map(([id, node], index) => ({
    id,
    index,
    at:
      isRecord(node) && isRecord(node.message)
        ? (readTime(node.message.create_time) ?? -Infinity)
        : -Infinity,
  }));
  return timed.sort((a, b) => b.at - a.at || b.index - a.index || 0)[0]?.id ?? null;
}

function readTurn(node: string, message: Json): ChatGptTurn {
  const id = (text(message.id) ?? node).slice(0, 200);
  const role = isRecord(message.author) ? message.author.role : undefined;
  const content = isRecord(message.content) ? message.content : {};
  const metadata = isRecord(message.metadata) ? message.metadata : {};
  const recipient = text(message.recipient) ?? 'all';
  if (
    role === 'system' ||
    metadata.is_visually_hidden_from_conversation === true ||
    metadata.is_user_system_message === true
  )
    return { id, skip: 'system prompt' };
  if (
    content.content_type === 'user_editable_context' ||
    content.content_type === 'model_editable_context'
  )
    return { id, skip: 'system prompt' };
  if (role === 'tool') return { id, skip: 'tool output' };
  if (recipient !== 'all' && recipient !== MEMORY_TOOL) return { id, skip: 'tool output' };
  if (typeof content.content_type === 'string' && !TALK.has(content.content_type))
    return { id, skip: recipient === MEMORY_TOOL ? 'tool output' : 'no text' };
  const words = withoutCitations(messageText(content) ?? '', metadata);
  if (words.trim() === '') return { id, skip: 'no text' };
  return {
    id,
    source: role === 'assistant' ? 'agent' : 'user',
    kind: recipient === MEMORY_TOOL ? 'fact' : 'experience',
    text: words,
    saidAt: readTime(message.create_time),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
