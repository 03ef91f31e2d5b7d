import { randomUUID } from 'node:crypto';
import type { Document, DocumentChanges } from '@mneme/core/domain/document.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { isConflict } from './memory-tool.js';

export interface TurnMemoryOptions {
  /** The conversation: what is said is remembered as part of it, and never recalled into it. */
  readonly session?: string;
  /** Maximum tokens put before the model, 100 to 8,192. Default: 800. */
  readonly maxTokens?: number;
  /** Minimum probability, 0 to 1, that a memory is relevant. Default: that of `precision: 'high'`. */
  readonly minProbability?: number;
  /** Whether to remember what user and model say. Default: true. */
  readonly remember?: boolean;
  /** Names of the speakers in memories. */
  readonly names?: { readonly user?: string; readonly assistant?: string };
  /** Receives the memory's errors; the model's call continues without it. Default: a process warning, once per kind. */
  readonly onError?: (error: unknown) => void;
}

const MAX_QUERY = 4_096;
const TOKENS = 800;

/** Recalls and remembers at each turn of a conversation. Nothing here rejects. */
export class TurnMemory {
  /** Cached, as a turn with tools calls the model several times with the same message. */
  #last: { readonly said: string; readonly found: string } | null = null;
  /** Kinds of errors already warned of. */
  readonly #warned = new Set<string>();

  constructor(
    private readonly memory: Mneme,
    private readonly options: TurnMemoryOptions,
  ) {}

  /** Memories relevant to a message, fenced; empty for none. */
  async recall(said: string): Promise<string> {
    if (said.trim() === '') return '';
    if (this.#last?.said === said) return this.#last.found;
    const { session, maxTokens = TOKENS, minProbability } = this.options;
    try {
      const around = session === undefined ? {} : { exceptSession: session, within: { session } };
      const { context: found } = await this.memory.context({
        query: said.trim().slice(-MAX_QUERY),
        maxTokens,
        ...(minProbability === undefined ? {} : { minProbability }),
        pulse: false,
        ...around,
      });
      this.#last = { said, found };
      return found;
    } catch (error) {
      this.#tell(error);
      return '';
    }
  }

  /** Remembers both sides of a turn; they are committed in the background. */
  async remember(user: string, assistant: string): Promise<void> {
    const { session, remember = true, names = {} } = this.options;
    if (!remember) return;
    const said = [
      // Remove the recalled memories that were put before the user's words.
      {
        content: user.replace(this.#last?.found ?? '', ''),
        speaker: names.user ?? 'user',
        source: 'user' as const,
      },
      { content: assistant, speaker: names.assistant ?? 'assistant', source: 'agent' as const },
    ].filter(({ content }) => content.trim() !== '');
    try {
      for (const { content, ...by } of said)
        await this.memory.accept({
          content,
          kind: 'experience',
          ...by,
          ...(session === undefined ? {} : { session }),
        });
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    const { onError } = this.options;
    if (onError !== undefined) return onError(error);
    const kind = MnemeError.is(error) ? error.code : 'fault';
    if (this.#warned.has(kind)) return;
    this.#warned.add(kind);
    process.emitWarning(
      `The model goes on without its memory: ${error instanceof Error ? error.message : String(error)} Give onError to be told each time.`,
      { type: 'MnemeWarning', code: kind },
    );
  }
}

/** The fields of a conversation item that are read here; items are stored whole. */
export interface SessionItem {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly callId?: string;
  readonly [field: string]: unknown;
}

export interface MnemeSessionOptions {
  readonly memory: Pick<Mneme, 'documents'>;
  /** Default: a new one. */
  readonly sessionId?: string;
  /** Whether to remember what is said, in addition to storing the conversation. Default: true. */
  readonly remember?: boolean;
  /** Names of the speakers in memories. */
  readonly names?: { readonly user?: string; readonly assistant?: string };
}

type Put = NonNullable<DocumentChanges['put']>[number];

const SOURCES: Readonly<Record<string, 'user' | 'agent'>> = { user: 'user', assistant: 'agent' };
const PAGE = 1_000;
const MAX_TRIES = 20;

/**
 * A `Session` of the OpenAI Agents SDK (`@openai/agents`) in a bank. Its items are stored unchanged and in order,
 * survive restarts and can be shared by processes; what user and agent say in them is remembered, and recalled from
 * any other session.
 */
export class MnemeSession<Item extends object = SessionItem> {
  readonly #memory: Pick<Mneme, 'documents'>;
  readonly #id: string;
  readonly #options: MnemeSessionOptions;

  constructor(options: MnemeSessionOptions) {
    this.#memory = options.memory;
    this.#id = options.sessionId ?? randomUUID();
    this.#options = options;
  }

  async getSessionId(): Promise<string> {
    return this.#id;
  }

  /** All items, or the last `limit`, in order. */
  async getItems(limit?: number): Promise<Item[]> {
    if (limit !== undefined && limit <= 0) return [];
    const found = await this.#documents(limit);
    return found.map(({ value }) => value['item'] as Item);
  }

  /** In one change. Throws `invalid_input` for an item with bytes, which JSON cannot hold. */
  async addItems(items: Item[]): Promise<void> {
    if (items.length > 0)
      await this.#memory.documents.change({ put: items.map((item) => this.#put(item)) });
  }

  /** Removes the last item and its memory, as if it had not been said. */
  async popItem(): Promise<Item | undefined> {
    for (let attempt = 1; ; attempt++) {
      const [last] = await this.#documents(1);
      if (last === undefined) return undefined;
      const { namespace, key, version } = last;
      try {
        await this.#memory.documents.change({
          remove: [{ namespace: [...namespace], key, ifVersion: version }],
        });
        return last.value['item'] as Item;
      } catch (error) {
        if (!(isConflict(error) || isGone(error)) || attempt >= MAX_TRIES) throw error;
      }
    }
  }

  /** Clears the conversation; its memories stay. */
  async clearSession(): Promise<void> {
    const remove = this.#away(await this.#documents());
    if (remove.length > 0) await this.#memory.documents.change({ remove });
  }

  /** Replaces a conversation by its compaction, in one change; its memories stay. */
  async replaceHistoryWithCompaction(items: Item[]): Promise<void> {
    const remove = this.#away(await this.#documents());
    const put = items.map((item) => this.#put(item, false));
    if (remove.length + put.length > 0) await this.#memory.documents.change({ put, remove });
  }

  /** Replaces function calls, which an approval may have changed. */
  async applyHistoryMutations({
    mutations,
  }: {
    mutations: { readonly type: string; readonly callId: string; readonly replacement: Item }[];
  }): Promise<void> {
    for (const { type, callId, replacement } of mutations) {
      if (type !== 'replace_function_call') continue;
      const [first, ...others] = (await this.#documents()).filter(({ value }) => {
        const item = value['item'] as SessionItem;
        return item.type === 'function_call' && item.callId === callId;
      });
      if (first === undefined) continue;
      const { namespace, key, version } = first;
      await this.#memory.documents.change({
        put: [
          {
            namespace: [...namespace],
            key,
            ifVersion: version,
            value: { item: plain(replacement) },
          },
        ],
        remove: this.#away(others),
      });
    }
  }

  #put(item: Item, remember = true): Put {
    const value = { item: plain(item) };
    const text = remember ? this.#said(item as SessionItem) : null;
    return {
      namespace: ['sessions', this.#id],
      value,
      ...(text === null ? {} : { text, shared: true }),
    };
  }

  /** The speaker and text of an item; null where it is no message. */
  #said({ type = 'message', role = '', content }: SessionItem): Put['text'] | null {
    const { remember = true, names = {} } = this.#options;
    const source = SOURCES[role];
    const words = wordsOf(content);
    if (!remember || type !== 'message' || source === undefined || words.trim() === '') return null;
    const speaker = role === 'user' ? (names.user ?? 'user') : (names.assistant ?? 'assistant');
    return { content: words, kind: 'experience', source, speaker, session: this.#id };
  }

  #away(documents: readonly Document[]): NonNullable<DocumentChanges['remove']> {
    return documents.map(({ namespace, key }) => ({
      namespace: [...namespace],
      key,
      keepText: true,
    }));
  }

  async #documents(last?: number): Promise<Document[]> {
    const found: Document[] = [];
    const wanted = last ?? Infinity;
    for (let offset = 0; found.length < wanted; offset += PAGE) {
      const { documents } = await this.#memory.documents.list({
        namespace: ['sessions', this.#id],
        last: true,
        limit: Math.min(PAGE, wanted - found.length),
        offset,
      });
      found.unshift(...documents);
      if (documents.length < PAGE) break;
    }
    return found;
  }
}

const isGone = (error: unknown): boolean => MnemeError.is(error) && error.code === 'not_found';

/** The text of a message: a string, or the text parts. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: unknown) => {
      const text = (part as { readonly text?: unknown } | null)?.text;
      return typeof text === 'string' ? [text] : [];
    })
    .join('\n');
}

/** The item as JSON parses it back. Throws `invalid_input` for bytes, which would be changed. */
function plain(item: object): unknown {
  return JSON.parse(
    JSON.stringify(item, (_, value: unknown) => {
      if (!ArrayBuffer.isView(value)) return value;
      throw new MnemeError('invalid_input', 'An item of a session has bytes in it.', {
        field: 'items',
        hint: 'Give files and pictures as data: URLs or by their ids.',
      });
    }),
  );
}
