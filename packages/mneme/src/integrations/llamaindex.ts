import { BaseMemoryBlock, type MemoryMessage } from '@llamaindex/core/memory';
import type { Mneme } from '@mneme/core/mneme.js';
import { TurnMemory, type TurnMemoryOptions } from './conversation.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

export interface MnemeMemoryBlockOptions extends Omit<TurnMemoryOptions, 'remember'> {
  readonly memory: Mneme;
  /** 0 is always in the model's context; others share the remaining tokens, highest first. Default: 1. */
  readonly priority?: number;
  /** The block's id in LlamaIndex. */
  readonly id?: string;
}

const SOURCES: Readonly<Record<string, 'user' | 'agent'>> = { user: 'user', assistant: 'agent' };

/**
 * A long-term block of LlamaIndex.TS's `Memory`: before a call it returns memories relevant to the user's last
 * message, fenced as data; what LlamaIndex hands over when its short-term memory is full is remembered.
 */
export class MnemeMemoryBlock<Options extends object = object> extends BaseMemoryBlock<Options> {
  readonly #memory: Mneme;
  readonly #options: MnemeMemoryBlockOptions;
  readonly #turns: TurnMemory;

  constructor(options: MnemeMemoryBlockOptions) {
    const { id, priority = 1 } = options;
    super({ priority, isLongTerm: true, ...(id === undefined ? {} : { id }) });
    this.#memory = options.memory;
    this.#options = options;
    this.#turns = new TurnMemory(options.memory, options);
  }

  override async get(messages: MemoryMessage<Options>[] = []): Promise<MemoryMessage<Options>[]> {
    const asked = messages.findLast(({ role }) => role === 'user');
    const content = asked === undefined ? '' : await this.#turns.recall(wordsOf(asked.content));
    return content === '' ? [] : [{ id: this.id, role: 'memory', content }];
  }

  /** In one change; repeated messages of a session are stored once. Throws `locked`, `read_only`, `disk_full`. */
  override async put(messages: MemoryMessage<Options>[]): Promise<void> {
    const { session, names = {} } = this.#options;
    const inputs = messages.flatMap(({ id, role, content, createdAt }) => {
      const source = SOURCES[role];
      const words = wordsOf(content);
      if (source === undefined || words.trim() === '') return [];
      const speaker = source === 'user' ? (names.user ?? 'user') : (names.assistant ?? 'assistant');
      return [
        {
          content: words,
          kind: 'experience' as const,
          source,
          speaker,
          turn: id.slice(0, 200),
          ...definedOnly({ session, saidAt: createdAt }),
        },
      ];
    });
    if (inputs.length > 0) await this.#memory.rememberAll(inputs);
  }
}

function wordsOf(content: MemoryMessage['content']): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
