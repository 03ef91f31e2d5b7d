import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import {
  BaseListChatMessageHistory,
  InMemoryChatMessageHistory,
} from '@langchain/core/chat_history';
import { Document } from '@langchain/core/documents';
import type { BaseMessage } from '@langchain/core/messages';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import type { RecallProfile } from '@mneme/core/domain/profile.js';
import { fenceRecalled, sayRecalled } from '@mneme/core/domain/recalled-text.js';
import type { Recalled } from '@mneme/core/domain/recollection.js';
import { isoSecond } from '@mneme/core/domain/time.js';
import type { Mneme } from '@mneme/core/mneme.js';

/** Metadata of a memory's document. Remembered text longer than a name is fenced, as chains put it into prompts. */
export interface MemoryMetadata {
  readonly id: string;
  readonly kind: string;
  readonly speaker: string | null;
  readonly session: string | null;
  /** ISO 8601. */
  readonly saidAt: string;
  /** The date of the event, in words. */
  readonly occurred: string;
  /** Who it originates from: user, agent, tool or web. */
  readonly trust: string;
  readonly tags: readonly string[];
  /** The probability that it answers, 0 to 1; null where unknown. */
  readonly probability: number | null;
  /** Its source and why it was recalled, in words. */
  readonly provenance: string;
  readonly [key: string]: unknown;
}

export interface MnemeRetrieverInput extends BaseRetrieverInput {
  readonly memory: Mneme;
  /** Recall options other than the query: limit, filters, strategy. */
  readonly profile?: Omit<RecallProfile, 'query' | 'image' | 'fields'>;
}

const FIELDS = [
  'id',
  'content',
  'kind',
  'speaker',
  'session',
  'saidAt',
  'occurred',
  'trust',
  'tags',
  'probability',
  'provenance',
] as const;
type Found = Pick<Recalled, (typeof FIELDS)[number]>;

/** A memory as LangChain's retriever: each result is a document, best first, with its text fenced as data. */
export class MnemeRetriever extends BaseRetriever<MemoryMetadata> {
  static override lc_name(): string {
    return 'MnemeRetriever';
  }

  override lc_namespace = ['mneme', 'retrievers'];
  readonly #memory: Mneme;
  readonly #profile: NonNullable<MnemeRetrieverInput['profile']>;

  constructor({ memory, profile = {}, ...fields }: MnemeRetrieverInput) {
    super(fields);
    this.#memory = memory;
    this.#profile = profile;
  }

  override async _getRelevantDocuments(
    query: string,
    _run?: CallbackManagerForRetrieverRun,
  ): Promise<Document<MemoryMetadata>[]> {
    const { results } = await this.#memory.recall({ ...this.#profile, query, fields: [...FIELDS] });
    return (results as readonly Found[]).map(
      ({
        id,
        content,
        kind,
        speaker,
        session,
        saidAt,
        occurred,
        trust,
        tags,
        probability,
        provenance,
      }) =>
        new Document({
          id,
          pageContent: fenceRecalled(id, content, trust),
          metadata: {
            id,
            kind,
            speaker: speaker === null ? null : sayRecalled(speaker),
            session: session === null ? null : sayRecalled(session),
            saidAt: isoSecond(saidAt),
            occurred: occurred.text,
            trust,
            tags: tags.map(sayRecalled),
            probability,
            provenance: sayRecalled(provenance),
          },
        }),
    );
  }
}

export interface MnemeChatMessageHistoryInput {
  readonly memory: Mneme;
  readonly session: string;
  /** Stores the conversation itself, unchanged. Default: in the process. */
  readonly messages?: BaseListChatMessageHistory;
}

const SOURCES: Readonly<Record<string, 'user' | 'agent'>> = { human: 'user', ai: 'agent' };

/**
 * A chat history whose messages are also remembered. The conversation itself is stored in `messages`, since a memory
 * merges equal statements; `clear` clears that, not the memory.
 */
export class MnemeChatMessageHistory extends BaseListChatMessageHistory {
  lc_namespace = ['mneme', 'chat_history'];
  readonly #memory: Mneme;
  readonly #session: string;
  readonly #messages: BaseListChatMessageHistory;

  constructor({
    memory,
    session,
    messages = new InMemoryChatMessageHistory(),
  }: MnemeChatMessageHistoryInput) {
    super();
    this.#memory = memory;
    this.#session = session;
    this.#messages = messages;
  }

  getMessages(): Promise<BaseMessage[]> {
    return this.#messages.getMessages();
  }

  addMessage(message: BaseMessage): Promise<void> {
    return this.addMessages([message]);
  }

  override async addMessages(messages: BaseMessage[]): Promise<void> {
    await this.#messages.addMessages(messages);
    const inputs = messages.flatMap((message) => {
      // The only accessor that every version since 0.3 has.
      const source = SOURCES[message._getType()];
      const content = message.text;
      if (source === undefined || content.trim() === '') return [];
      const turn = message.id === undefined ? {} : { turn: message.id.slice(0, 200) };
      return [
        {
          content,
          kind: 'experience' as const,
          source,
          speaker: (message.name ?? (source === 'user' ? 'user' : 'assistant')).slice(0, 200),
          session: this.#session,
          ...turn,
        },
      ];
    });
    if (inputs.length > 0) await this.#memory.rememberAll(inputs);
  }

  override clear(): Promise<void> {
    return this.#messages.clear();
  }
}
