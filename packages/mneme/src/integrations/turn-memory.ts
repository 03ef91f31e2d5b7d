import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';

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
