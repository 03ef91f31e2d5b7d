import MiniSearch from 'minisearch';
import type { KnownVerdict } from '../../packages/core/src/domain/recollection.js';
import {
  ANSWERS_FROM,
  answersBeside,
} from '../../packages/core/src/recall/confidence/judgement.js';
import type { LoadedBank } from '../loaded-bank.js';
import type { OpenedBank } from './bank-files.js';
import type { Bank } from './bank.js';
import { replay } from './replay.js';
import { askingOf, type TalkQuestion, type TalkTurn } from './talk.js';

/** Results asked for when quality is measured: deep enough to rank the sessions, too. */
const DEEP = 200;
/** What a caller asks for by default; this is what is timed. */
const SHOWN = 10;

/** One of the results that a caller gets, and how sure recall is of it. */
export interface Found {
  readonly turns: readonly string[];
  readonly probability: number;
  readonly saidAt: number;
}

/** One question as it was answered. */
export interface Asked {
  readonly question: TalkQuestion;
  /** Turns, best first, without those of the running session. */
  readonly ranked: readonly string[];
  /** The turns of MiniSearch's answer. */
  readonly words: readonly string[];
  /** The session of each turn that either found. */
  readonly sessionOf: (turn: string) => string;
  readonly results: readonly Found[];
  readonly known: { readonly probability: number; readonly verdict: KnownVerdict };
  /** Null for a question that belongs to another bank. */
  readonly times: Times | null;
}

interface Times {
  readonly recallMs: number;
  readonly searchMs: number;
}

/** What recall gives a caller who wants what answers and nothing else. */
export function answering({ results, known }: Asked): string[] {
  const answers = answersBeside(
    results,
    ({ probability }) => probability,
    ({ saidAt }) => saidAt,
  );
  return known.probability < ANSWERS_FROM
    ? []
    : results.filter(answers).flatMap(({ turns }) => turns);
}

interface AskOptions {
  /** Results asked for. Default: deep enough to rank the sessions, too. */
  readonly limit?: number;
  /** Whether both are timed. */
  readonly timed?: boolean;
  /** Called with each question beside. */
  readonly visit?: (question: TalkQuestion) => Promise<void>;
}

/** Fills a bank, unless it is filled, and a MiniSearch with a talk, turn after turn, and asks both each question when it is due. */
export async function askBank(
  { talk, questions }: Pick<Bank, 'talk' | 'questions'>,
  { memory: bank, filled }: OpenedBank,
  { limit = DEEP, timed = true, visit }: AskOptions = {},
): Promise<Asked[]> {
  const words = new WordSearch();
  const sessions = new Map(talk.turns.map(({ turn, session }) => [turn, String(session ?? '')]));
  const sessionOf = (turn: string): string => sessions.get(turn) ?? '';
  const asked: Asked[] = [];
  const round = async (due: readonly TalkQuestion[], told: readonly TalkTurn[]): Promise<void> => {
    words.add(told);
    const first = asked.length;
    for (const question of due) {
      asked.push({
        ...(await ask(bank, words, question, sessionOf, limit)),
        question,
        sessionOf,
      });
      await visit?.(question);
    }
    // Timed after a round of all: code that is new to the machine's compiler takes several times as long.
    for (const [at, each] of asked.slice(first).entries())
      if (timed && each.question.foreign !== true)
        asked[first + at] = { ...each, times: await time(bank, words, each.question) };
  };
  await replay(talk, questions, bank, round, filled);
  return asked;
}

async function ask(
  bank: LoadedBank,
  words: WordSearch,
  question: TalkQuestion,
  sessionOf: (turn: string) => string,
  limit: number,
): Promise<Omit<Asked, 'question' | 'sessionOf'>> {
  const { running, tags } = question;
  const asking = askingOf(question);
  const {
    results,
    probability: knows,
    why: { known },
  } = await bank.memory.recall({
    ...asking,
    limit,
    expand: false,
    fields: ['provenance', 'probability', 'saidAt', 'note'],
  });
  const counts = (turn: string): boolean => running === undefined || sessionOf(turn) !== running;
  const found = results.map(({ evidence, saidAt, probability, note }) => ({
    turns:
      note === undefined
        ? evidence.flatMap(({ turn }) => turn ?? [])
        : standFor(
            note.turns.flatMap(({ turn }) => turn ?? []),
            question,
          ),
    probability: probability ?? 0,
    saidAt,
  }));
  return {
    ranked: [...new Set(found.flatMap(({ turns }) => turns))].filter(counts),
    words: words.search(asking.query ?? '', tags).filter(counts),
    results: found.slice(0, SHOWN),
    known: { probability: knows ?? 0, verdict: known.verdict },
    times: null,
  };
}

/** Turns of a note that count: a reader is to name the most telling first. */
const TELLING = 3;

/** A note counts as the turn that is judged among those it was read off: an answer, else an outdated one, else its first. */
export function standFor(turns: readonly string[], { evidence, stale }: TalkQuestion): string[] {
  const telling = turns.slice(0, TELLING);
  const answers = telling.filter((turn) => evidence.includes(turn));
  return answers.length > 0
    ? answers
    : [telling.find((turn) => stale.includes(turn)) ?? telling[0] ?? ''].filter(Boolean);
}

/**
 * Both are asked in turns, by the processor's time and not by the clock's: on a busy machine a call of some
 * milliseconds is put aside for others, and one of less than that is not.
 */
async function time(bank: LoadedBank, words: WordSearch, question: TalkQuestion): Promise<Times> {
  const asking = askingOf(question);
  const before = spentMs();
  await bank.memory.recall({ ...asking, limit: SHOWN });
  const between = spentMs();
  words.search(asking.query ?? '', question.tags);
  return { recallMs: between - before, searchMs: spentMs() - between };
}

/** Milliseconds that the processor has spent on this process. */
function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** MiniSearch by its defaults over the texts of the same turns. */
class WordSearch {
  readonly #index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
  readonly #turns: TalkTurn[] = [];

  add(turns: readonly TalkTurn[]): void {
    for (const turn of turns) {
      this.#index.add({ id: this.#turns.length, text: turn.content });
      this.#turns.push(turn);
    }
  }

  /** Names of turns, best first. */
  search(query: string, tags?: readonly string[]): string[] {
    const of = ({ id }: { readonly id: unknown }): TalkTurn =>
      this.#turns[id as number] as TalkTurn;
    const found =
      tags === undefined
        ? this.#index.search(query)
        : this.#index.search(query, {
            filter: (match) => tags.every((tag) => of(match).tags?.includes(tag) === true),
          });
    return found.map((match) => of(match).turn);
  }
}
