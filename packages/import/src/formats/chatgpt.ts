import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  type Fault,
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  readTime,
  SessionClock,
  shortOrigin,
  skipped,
  type SkipReason,
  toItem,
} from '../item.js';
import {
  type Entry,
  messageText,
  named,
  readJsonDocument,
  type Json,
  trimmed,
} from '../read-document.js';

/** How ChatGPT marks citations: between private-use characters, or as `【12†source】`. */
const OPEN = '\uE200';
const CLOSE = '\uE201';
const BRACKETED = /【[^【】\n]{1,200}†[^【】\n]{0,300}】/g;

/**
 * Removes citation marks, which lead nowhere outside ChatGPT: replaced with title and address where the metadata
 * state them, otherwise dropped.
 */
function withoutCitations(words: string, metadata: Json): string {
  if (!words.includes(OPEN) && !words.includes('†')) return words;
  const known = referencesOf(metadata);
  return withoutMarks(replaced(words, known))
    .replace(BRACKETED, (mark) => known.get(mark) ?? '')
    .replaceAll(' .', '.')
    .trimEnd();
}

function replaced(words: string, known: ReadonlyMap<string, string>): string {
  // Single pass: every mark starts at OPEN, so each reference is looked up once.
  let [text, from] = ['', 0];
  for (let at = words.indexOf(OPEN); at >= 0; at = words.indexOf(OPEN, from)) {
    const end = words.indexOf(CLOSE, at);
    if (end < 0) break;
    const mark = words.slice(at, end + 1);
    const told = known.get(mark) ?? '';
    text += words.slice(from, at).replace(told === '' ? '' : / $/, '') + told;
    from = end + 1;
  }
  return text + words.slice(from);
}

/** Cuts the text at an unterminated mark, and removes stray mark characters. */
function withoutMarks(words: string): string {
  const open = words.indexOf(OPEN);
  return (open < 0 ? words : words.slice(0, open)).replace(/[\uE200-\uE206]/g, '');
}

/** The replacement of each mark, as ` (title, address)`. */
function referencesOf(metadata: Json): ReadonlyMap<string, string> {
  const listed = Array.isArray(metadata.content_references)
    ? metadata.content_references.filter(isRecord)
    : [];
  return new Map(
    listed.flatMap((reference) => {
      const mark = reference.matched_text;
      const told = sourcesOf(reference);
      return typeof mark === 'string' && told !== '' ? [[mark, ` (${told})`]] : [];
    }),
  );
}

function sourcesOf(reference: Json): string {
  const items = Array.isArray(reference.items) ? reference.items.filter(isRecord) : [];
  const told = (items.length > 0 ? items : [reference]).flatMap(({ title, name, url }) => {
    const words = [title ?? name, url].filter(
      (each): each is string => typeof each === 'string' && each.trim() !== '',
    );
    return words.length === 0 ? [] : [words.join(', ')];
  });
  return told.slice(0, 3).join('; ');
}

/** One message of the current branch. */
type ChatGptTurn =
  | { readonly id: string; readonly skip: SkipReason }
  | {
      readonly id: string;
      readonly source: 'user' | 'agent';
      readonly kind: 'experience' | 'fact';
      readonly text: string;
      readonly saidAt: number | undefined;
    };

interface ChatGptConversation {
  readonly id: string | null;
  readonly title: string | null;
  readonly startedAt: number | undefined;
  readonly turns: readonly ChatGptTurn[];
  /** Messages on abandoned branches: edited, or regenerated. */
  readonly otherBranches: number;
}

/** Content types that a person wrote or read; the rest is code for a tool, its output, reasoning, and instructions. */
const TALK = new Set(['text', 'multimodal_text']);
/** Recipient of the assistant's message to its memory tool: a distilled fact about the person. */
const MEMORY_TOOL = 'bio';

/** Reads a conversation's tree, from the current node up to the root. */
function readConversation(raw: unknown): ChatGptConversation | Fault {
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
    id: trimmed(raw.conversation_id) ?? trimmed(raw.id),
    title: trimmed(raw.title),
    startedAt: readTime(raw.create_time),
    turns: messages.map(([id, node]) => readTurn(id, node.message as Json)),
    otherBranches: all - messages.length,
  };
}

/** Nodes from the root to `last`; null when they form a cycle. */
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

/** The leaf with the newest message; the last of the file where none has a time. */
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
  const id = (trimmed(message.id) ?? node).slice(0, 200);
  const role = isRecord(message.author) ? message.author.role : undefined;
  const content = isRecord(message.content) ? message.content : {};
  const metadata = isRecord(message.metadata) ? message.metadata : {};
  const recipient = trimmed(message.recipient) ?? 'all';
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

/** ChatGPT's data export, `conversations.json`. Only the current branch of each conversation is read. */
export const chatGpt: ImportReader = Object.freeze({
  name: 'chatgpt',
  describes:
    'conversations.json of a ChatGPT data export: the branch of each conversation that is shown.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      /"mapping"\s*:\s*\{/.test(head) &&
      /"(?:title|create_time|message|current_node)"\s*:/.test(head)
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const origin = shortOrigin(options.origin);
    const clock = new SessionClock(options.fallbackTime);
    return readJsonDocument(chunks, (json) =>
      listOf(json).flatMap((raw, index) =>
        conversationEntries(raw, `Conversation ${index + 1}`, origin, clock),
      ),
    );
  },
} satisfies ImportReader);

function listOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (isRecord(json) && isRecord(json.mapping)) return [json];
  const list = isRecord(json) ? json.conversations : undefined;
  if (Array.isArray(list)) return list;
  throw new MnemeError('malformed_import', 'The file holds no list of conversations.', {
    field: 'conversations',
    hint: 'A ChatGPT export has them in conversations.json: an array of objects with "title" and "mapping".',
  });
}

function conversationEntries(
  raw: unknown,
  name: string,
  origin: string,
  clock: SessionClock,
): Entry[] {
  const conversation = readConversation(raw);
  if ('problem' in conversation) return [(place) => malformed(named(place, name), conversation)];
  const { id, title, startedAt, turns, otherBranches } = conversation;
  const session = id ?? `${origin}, ${name.toLowerCase()}`;
  const where = title === null ? name : `${name} (${title})`;
  return [
    ...turns.map(
      (turn): Entry =>
        (place) =>
          turnItem(
            turn,
            { ...place, name: `${where}, message ${turn.id}` },
            { session, title, startedAt, origin, clock },
          ),
    ),
    ...Array.from(
      { length: otherBranches },
      (): Entry => (place) => skipped(place, 'other branch'),
    ),
  ];
}

interface Around {
  readonly session: string;
  readonly title: string | null;
  readonly startedAt: number | undefined;
  readonly origin: string;
  readonly clock: SessionClock;
}

function turnItem(
  turn: ChatGptTurn,
  place: Parameters<typeof toItem>[0],
  { session, title, startedAt, origin, clock }: Around,
): ImportItem {
  if ('skip' in turn) return skipped(place, turn.skip);
  const { id, source, kind, text, saidAt } = turn;
  const speaker = kind === 'fact' ? undefined : source === 'user' ? 'user' : 'assistant';
  return toItem(place, {
    content: text,
    kind,
    source,
    speaker,
    session,
    turn: id,
    origin,
    ...(title === null ? {} : { metadata: { title } }),
    ...(kind === 'fact' ? { tags: ['chatgpt-memory'] } : {}),
    ...clock.next(session, saidAt, startedAt),
  });
}
