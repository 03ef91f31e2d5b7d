import { BaseMemoryBlock, type MemoryMessage } from '@llamaindex/core/memory';
import type { Mneme } from '@mneme/core/mneme.js';
import { TurnMemory } from './turn-memory.js';

export interface MnemeMemoryBlockOptions {
  readonly memory: Mneme;
  /** The conversation: what is said is remembered in it, and nothing of it is recalled into it. */
  readonly session?: string;
  /** 0 always has it in what the model sees; others share what tokens are left, the highest first. Default: 1. */
  readonly priority?: number;
  /** How LlamaIndex names it. */
  readonly id?: string;
  /** Most tokens put before the model, 100 to 8,192. Default: 800. */
  readonly maxTokens?: number;
  /** Least chance, 0 to 1, that a memory bears on what was said. */
  readonly minProbability?: number;
  /** Who speaks, as memories name them. */
  readonly names?: { readonly user?: string; readonly assistant?: string };
  /** Told what went wrong with the memory; the model's call goes on without. */
  readonly onError?: (error: unknown) => void;
}

const SOURCES: Readonly<Record<string, 'user' | 'agent'>> = { user: 'user', assistant: 'agent' };

/**
 * A long-term block of LlamaIndex.TS's `Memory`: before a call it gives what bears on the last words of the user, between marks that say
 * that it is data; what LlamaIndex hands over when its short-term memory is full, it remembers.
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

  /** In one change; what the same session has said already adds nothing. Throws `locked`, `read_only`, `disk_full`. */
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
          ...(session === undefined ? {} : { session }),
          ...(createdAt === undefined ? {} : { saidAt: createdAt }),
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
