import type { DraftNote } from '../../packages/core/src/domain/note.js';
import type { KnownVerdict } from '../../packages/core/src/domain/recollection.js';
import { countTokens } from '../../packages/core/src/language/count-tokens.js';
import type { CountingReader } from '../lives/fill-by-reading.js';
import { lastOf } from '../recording-reader.js';
import type { TalkQuestion, TalkTurn } from '../talk/talk.js';

/** One thing that a memory is given: a turn as it was said, or a note that a reader wrote. */
export interface Told {
  readonly id: string;
  /** The turn itself, or those that the note was read off. */
  readonly turns: readonly string[];
  readonly isNote: boolean;
  readonly text: string;
  /** Who said it, or what the note is about; and what that is. */
  readonly subject: string;
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly saidAt: number;
  readonly tags: readonly string[];
}

/** One result of a search. */
export interface Given extends Pick<Told, 'turns' | 'isNote' | 'text' | 'saidAt'> {
  /** How sure the memory is of it, 0..1; 1 where it does not say. */
  readonly probability: number;
  /** As Mneme tells it; `unread` where a memory says nothing of that. */
  readonly validity: string;
}

export interface Reply {
  readonly found: readonly Given[];
  readonly known: { readonly probability: number; readonly verdict: KnownVerdict };
  /** Calls of the memory that it took. */
  readonly calls: number;
  /** Tokens of all that the agent has to read to get it. */
  readonly tokens: number;
}

/** A recording of what a reader made of one talk. */
export interface Reading {
  readonly notes: readonly DraftNote[];
  readonly reader: CountingReader;
}

/** A memory of one talk. */
export interface OpenMemory {
  /** Takes in turns, whole sessions where it was opened with a reading. */
  tell(turns: readonly TalkTurn[]): Promise<void>;
  /** Best first. */
  search(question: TalkQuestion, limit: number): Promise<Reply>;
  /** What an agent is given before a task, in at most so many tokens. */
  context(task: string, now: number, maxTokens: number): Promise<string>;
  /** What is kept, in bytes; null where it is kept in no file. */
  bytes(): Promise<number | null>;
  close(): Promise<void>;
}

/** What is measured: a memory, in the same run and on the same data as all others. */
export interface MemorySystem {
  readonly name: string;
  /** How it is filled and asked, for the page. */
  readonly how: string;
  /** Why it cannot run here; null where it can. */
  missing(): Promise<string | null>;
  /** Opens an empty one: by turns, or by the notes of a reading. */
  open(reading: Reading | null): Promise<OpenMemory>;
}

/** What a rival makes of it: it ranks what it was told. */
export interface Ranker {
  add(items: readonly Told[]): Promise<void> | void;
  remove(items: readonly Told[]): Promise<void> | void;
  rank(query: string, limit: number): Promise<Ranking> | Ranking;
  bytes(): Promise<number> | number;
  close?(): Promise<void>;
}

export interface Ranking {
  /** Ids, best first. */
  readonly ids: readonly string[];
  readonly calls: number;
  /** Tokens of the answers, where they hold more than these items. */
  readonly tokens?: number;
}

/** How many are ranked where some are left out afterwards. */
const DEEP = 200;

/** A rival under the same interface. What a note replaces is deleted, as a careful agent would. */
export const overRanker = (
  name: string,
  how: string,
  open: () => Promise<Ranker> | Ranker,
  missing: () => Promise<string | null> = () => Promise.resolve(null),
): MemorySystem => ({
  name,
  how,
  missing,
  open: async (reading) => new RankedMemory(await open(), reading),
});

class RankedMemory implements OpenMemory {
  readonly #told = new Map<string, Told>();
  readonly #notesOf = new Map<string, DraftNote[]>();

  constructor(
    private readonly ranker: Ranker,
    private readonly reading: Reading | null,
  ) {
    for (const note of reading?.notes ?? []) {
      const turn = lastOf(note.turns);
      this.#notesOf.set(turn, [...(this.#notesOf.get(turn) ?? []), note]);
    }
  }

  async tell(turns: readonly TalkTurn[]): Promise<void> {
    const notes = turns.flatMap((turn) =>
      (this.#notesOf.get(turn.turn) ?? []).map((note) => ({ note, turn })),
    );
    const items =
      this.reading === null
        ? turns.map((turn, at) => asTold(turn, `${this.#told.size + at}`))
        : notes.map(({ note, turn }) => noteAsTold(note, turn));
    for (const item of items) this.#told.set(item.id, item);
    await this.ranker.add(items);
    const replaced = [...new Set(notes.flatMap(({ note }) => note.replaces))].flatMap(
      (id) => this.#told.get(id) ?? [],
    );
    for (const { id } of replaced) this.#told.delete(id);
    if (replaced.length > 0) await this.ranker.remove(replaced);
  }

  async search({ text, tags = [] }: TalkQuestion, limit: number): Promise<Reply> {
    const { ids, calls, tokens } = await this.ranker.rank(
      text,
      tags.length > 0 ? Math.max(limit, DEEP) : limit,
    );
    const found = ids
      .flatMap((id) => this.#told.get(id) ?? [])
      .filter((item) => tags.every((tag) => item.tags.includes(tag)))
      .slice(0, limit)
      .map((item) => ({ ...item, probability: 1, validity: 'unread' }));
    return {
      found,
      known: found.length > 0 ? KNOWN : UNKNOWN,
      calls,
      tokens: tokens ?? found.reduce((sum, item) => sum + countTokens(lineOf(item)), 0),
    };
  }

  async context(task: string, _: number, maxTokens: number): Promise<string> {
    const { ids } = await this.ranker.rank(task, DEEP);
    const lines: string[] = [];
    let left = maxTokens;
    for (const item of ids.flatMap((id) => this.#told.get(id) ?? [])) {
      const line = lineOf(item);
      const tokens = countTokens(line) + 1;
      if (tokens > left) continue;
      left -= tokens;
      lines.push(line);
    }
    return lines.join('\n');
  }

  bytes(): Promise<number> {
    return Promise.resolve(this.ranker.bytes());
  }

  async close(): Promise<void> {
    await this.ranker.close?.();
  }
}

/** A memory that only ranks cannot say that it does not know, unless it finds nothing at all. */
const KNOWN = { probability: 1, verdict: 'known' } as const;
const UNKNOWN = { probability: 0, verdict: 'unknown' } as const;

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** As an agent's file or prompt has it. */
export const lineOf = ({ saidAt, isNote, subject, text }: Told): string =>
  isNote ? `- ${text}` : `- ${day(saidAt)} ${subject}: ${text}`;

function asTold({ content, turn, speaker, saidAt, tags }: TalkTurn, id: string): Told {
  return {
    id,
    turns: [turn],
    isNote: false,
    text: content,
    subject: speaker ?? 'user',
    kind: 'speaker',
    saidAt: new Date(saidAt ?? 0).getTime(),
    tags: tags ?? [],
  };
}

function noteAsTold({ id, turns, text, about, is }: DraftNote, { saidAt, tags }: TalkTurn): Told {
  return {
    id,
    turns,
    isNote: true,
    text,
    subject: about,
    kind: is ?? 'subject',
    saidAt: new Date(saidAt ?? 0).getTime(),
    tags: tags ?? [],
  };
}
