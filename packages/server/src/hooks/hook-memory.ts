import { basename } from 'node:path';
import type { Mneme } from '@mneme/core/mneme.js';
import type { HookEvent } from './hook-protocol.js';
import { openTranscriptPart, type TranscriptProgress } from './transcript.js';

/** What was already delivered to a session, so as not to repeat it. */
interface SessionDelivery {
  /** Ids in order of delivery; the oldest are dropped and may be repeated. */
  delivered: Set<string>;
  briefed: boolean;
  /** Start of the model's current context of this session: its last summary. */
  since: number | null;
}

type Redacted = Pick<Awaited<ReturnType<Mneme['import']>>, 'redacted' | 'redactedAt'>;

interface Part {
  readonly text: string;
  readonly delivered: readonly string[];
}

export interface HookAnswer {
  /** Empty for no answer. */
  readonly text: string;
  /** Call it when the agent received the answer: one that came too late does not count as delivered. */
  arrived(): void;
}

/** A prompt with fewer words is not searched for: "ok, go on". */
const MIN_WORDS = 3;
/**
 * Characters from the beginning and from the end of a long prompt that form the query: people say what they want
 * there.
 */
const QUERY_PART = 2_000;
const BRIEF_TOKENS = 800;
const WARMING = 'What was decided last, and why?';
const MAX_SESSIONS = 100;
const MAX_TOLD = 500;

/** What a memory answers and stores at the events of an agent's session. */
export class HookMemory {
  readonly #sessions = new Map<string, SessionDelivery>();

  constructor(
    private readonly memory: Mneme,
    private readonly progress: TranscriptProgress,
    private readonly now: () => number,
  ) {}

  /** The context to put before the model; `tokens` is the limit before a prompt. */
  async answer(event: HookEvent, tokens: number): Promise<HookAnswer> {
    const told = this.#told(event.session);
    if (event.name === 'SessionStart') {
      if (event.source === 'compact' || event.source === 'clear')
        Object.assign(told, { delivered: new Set(), since: this.now(), briefed: false });
      return answerOf([await this.#brief(event)], told);
    }
    // A brief that was too late for the start of the session is delivered with its first prompt.
    const brief = told.briefed ? [] : [await this.#brief(event)];
    return answerOf(
      [
        ...brief,
        await this.#relevant(
          event,
          told,
          tokens,
          brief.flatMap(({ delivered }) => delivered),
        ),
      ],
      told,
    );
  }

  /** Runs typical queries and drops the answers. */
  async warm(): Promise<void> {
    await this.memory.brief();
    await this.memory.why(WARMING);
  }

  /**
   * Stores the new part of the transcript, and notes what a person has just asked. Returns what was redacted; null
   * for nothing.
   */
  async take(event: HookEvent): Promise<Redacted | null> {
    if (event.name === 'UserPromptSubmit') {
      const text = event.prompt?.trim().slice(0, 4_096) ?? '';
      if (text !== '') await this.memory.session(event.session).note({ text, speaker: 'user' });
      // The prompt is in the transcript as well, and is reported with it.
      return null;
    }
    if (event.transcript === null) return null;
    const part = await openTranscriptPart(event.transcript, this.progress.of(event.transcript));
    if (part === null) return null;
    const { bytes, modifiedAt, chunks } = part;
    const { redacted, redactedAt } = await this.memory.import(
      { name: basename(event.transcript), bytes, modifiedAt, chunks },
      { format: 'claude-code', skipBad: true },
    );
    this.progress.note(event.transcript, part.end());
    return Object.keys(redacted).length === 0 ? null : { redacted, redactedAt };
  }

  async #brief({ folder, session }: HookEvent): Promise<Part> {
    const project = folder === null ? '' : basename(folder).trim().slice(0, 200);
    const { text, delivered, unread } = await this.memory.brief({
      maxTokens: BRIEF_TOKENS,
      ...(project === '' ? {} : { project }),
      exceptSession: session,
    });
    return { text: [text, unread ?? ''].filter((part) => part !== '').join('\n'), delivered };
  }

  async #relevant(
    { prompt, session }: HookEvent,
    told: SessionDelivery,
    tokens: number,
    besides: readonly string[],
  ): Promise<Part> {
    const query = queryOf(prompt ?? '');
    if (query === null) return { text: '', delivered: [] };
    const { context, delivered } = await this.memory.context({
      query,
      maxTokens: Math.min(8_192, Math.max(100, tokens)),
      exclude: [...told.delivered, ...besides],
      within: { session },
      exceptSession: session,
      pulse: false,
      ...(told.since === null ? {} : { exceptSince: told.since }),
    });
    return { text: context, delivered };
  }

  #told(session: string): SessionDelivery {
    const told = this.#sessions.get(session) ?? {
      delivered: new Set(),
      briefed: false,
      since: null,
    };
    this.#sessions.delete(session);
    this.#sessions.set(session, told);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    return told;
  }
}

function answerOf(parts: readonly Part[], told: SessionDelivery): HookAnswer {
  return {
    text: parts.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n\n'),
    arrived: () => {
      told.briefed = true;
      told.delivered = new Set(
        [...told.delivered, ...parts.flatMap(({ delivered }) => delivered)].slice(-MAX_TOLD),
      );
    },
  };
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/** Characters that count as one word, in scripts where each is a syllable or a word. */
const CHARACTERS_PER_WORD = 2;
const HANGUL = /\p{Script=Hangul}/gu;
/** Words per syllable in Korean, which omits what is understood: “회의 언제?” is a question in four syllables. */
const WORDS_A_SYLLABLE = 0.75;

/** Approximate number of words, without the shortest; scripts without spaces, and Korean, are counted by characters. */
function wordsIn(text: string): number {
  const signs = text.match(UNSPACED)?.length ?? 0;
  const syllables = text.match(HANGUL)?.length ?? 0;
  const spaced =
    text
      .replace(UNSPACED, ' ')
      .replace(HANGUL, ' ')
      .match(/[\p{L}\p{N}]{3,}/gu)?.length ?? 0;
  return (
    spaced + Math.floor(signs / CHARACTERS_PER_WORD) + Math.floor(syllables * WORDS_A_SYLLABLE)
  );
}

/** The query for a prompt; null for too few words, or a command of the client. */
function queryOf(prompt: string): string | null {
  const text = prompt.trim();
  if (text.startsWith('/') || wordsIn(text) < MIN_WORDS) return null;
  return text.length <= 2 * QUERY_PART
    ? text
    : `${text.slice(0, QUERY_PART)}\n${text.slice(-QUERY_PART)}`;
}
