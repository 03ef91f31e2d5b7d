import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Mneme } from '@mneme/core/mneme.js';
import { assertNotOpenHere } from '@mneme/mneme/open.js';
import type { HookEvent } from './hook-protocol.js';

/** The part of a transcript that was written since the last read: whole lines only. */
interface TranscriptPart {
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly chunks: AsyncIterable<string>;
  /** Offset of the next read; known once the chunks are consumed. */
  end(): number;
}

const LINE_END = 10;

/**
 * The part from offset `start`; from the beginning where the file was truncated. Null when there is nothing new.
 * Rejects when it cannot be read.
 */
async function openTranscriptPart(path: string, start: number): Promise<TranscriptPart | null> {
  assertNotOpenHere(path);
  const { size, mtimeMs } = await stat(path);
  const from = size < start ? 0 : start;
  if (size === from) return null;
  let end = from;
  async function* wholeLines(): AsyncGenerator<string, void, undefined> {
    // A chunk may end within a line, and the last line may be incomplete.
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of createReadStream(path, {
      start: from,
      end: size - 1,
    }) as AsyncIterable<Buffer>) {
      const cut = chunk.lastIndexOf(LINE_END) + 1;
      if (cut === 0) {
        rest = Buffer.concat([rest, chunk]);
        continue;
      }
      const whole = Buffer.concat([rest, chunk.subarray(0, cut)]);
      rest = Buffer.from(chunk.subarray(cut));
      end += whole.length;
      yield whole.toString('utf8');
    }
  }
  return {
    bytes: size - from,
    modifiedAt: Math.trunc(mtimeMs),
    chunks: wholeLines(),
    end: () => end,
  };
}

/** Maximum number of transcripts tracked; others are read again from the start, which adds nothing. */
const MAX_TRANSCRIPTS = 300;

/**
 * How far each transcript has been read, stored next to the memory. Losing it does no harm: what is known is not
 * stored twice.
 */
export class TranscriptProgress {
  readonly #read: Map<string, number>;

  constructor(private readonly path: string) {
    this.#read = new Map(Object.entries(load(path)));
  }

  /** Bytes already read. */
  of(transcript: string): number {
    return this.#read.get(keyOf(transcript)) ?? 0;
  }

  note(transcript: string, bytes: number): void {
    const key = keyOf(transcript);
    this.#read.delete(key);
    this.#read.set(key, bytes);
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= MAX_TRANSCRIPTS) break;
      this.#read.delete(oldest);
    }
    const fresh = `${this.path}.${process.pid}.tmp`;
    writeFileSync(fresh, JSON.stringify({ version: 1, read: Object.fromEntries(this.#read) }), {
      mode: 0o600,
    });
    renameSync(fresh, this.path);
  }
}

/** Hashed, as paths reveal what people work on. */
function keyOf(transcript: string): string {
  return createHash('sha256').update(transcript).digest('hex').slice(0, 24);
}

function load(path: string): Record<string, number> {
  try {
    const { read } = JSON.parse(readFileSync(path, 'utf8')) as { read?: unknown };
    const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, number] =>
          Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0,
      ),
    );
  } catch {
    return {};
  }
}

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
