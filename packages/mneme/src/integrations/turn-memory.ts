import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';

export interface TurnMemoryOptions {
  /** The conversation: what is said is remembered in it, and nothing of it is recalled into it. */
  readonly session?: string;
  /** Most tokens put before the model, 100 to 8,192. Default: 800. */
  readonly maxTokens?: number;
  /** Least chance, 0 to 1, that a memory bears on what was said. Default: what counts as answering with `precision: 'high'`. */
  readonly minProbability?: number;
  /** Whether what user and model say is remembered. Default: true. */
  readonly remember?: boolean;
  /** Who speaks, as memories name them. */
  readonly names?: { readonly user?: string; readonly assistant?: string };
  /** Told what went wrong with the memory; the model's call goes on without. Default: a warning of the process, once for each kind. */
  readonly onError?: (error: unknown) => void;
}

const MAX_QUERY = 4_096;
const TOKENS = 800;

/** What a memory does at each turn of a conversation. Nothing here rejects. */
export class TurnMemory {
  /** A turn with tools asks the model several times with the same words: it is told the same. */
  #last: { readonly said: string; readonly found: string } | null = null;
  /** The kinds of errors that were warned of. */
  readonly #warned = new Set<string>();

  constructor(
    private readonly memory: Mneme,
    private readonly options: TurnMemoryOptions,
  ) {}

  /** What bears on what was said, fenced; empty for nothing. */
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

  /** Takes both sides of a turn in; they are committed in the background. */
  async remember(user: string, assistant: string): Promise<void> {
    const { session, remember = true, names = {} } = this.options;
    if (!remember) return;
    const said = [
      // What was put before the user's words is none of them.
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
