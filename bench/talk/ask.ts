import MiniSearch from 'minisearch';
import type { KnownVerdict } from '../../src/domain/certainty.js';
import { MAX_CONTENT } from '../../src/domain/memory.js';
import { splitText } from '../../src/importing/split-text.js';
import type { LoadedBank } from '../loaded-bank.js';
import type { Talk, TalkQuestion, TalkTurn } from './talk.js';

/** Results asked for when quality is measured: deep enough to rank the sessions, too. */
const DEEP = 200;
/** What a caller asks for by default; this is what is timed. */
const SHOWN = 10;
const LONGEST_QUERY = 4_096;
/** From this chance on a result is taken to answer. */
const ANSWERS_FROM = 0.5;

/** A turn among the results, and how sure recall is of it. */
export interface Found {
  readonly turn: string;
  readonly probability: number | null;
}

/** One question as it was answered. */
export interface Asked {
  readonly question: TalkQuestion;
  /** It belongs to another bank of the corpus: only what is known of it tells anything. */
  readonly foreign: boolean;
  /** Turns, best first, without those of the running session. */
  readonly ranked: readonly string[];
  /** The turns of MiniSearch's answer. */
  readonly words: readonly string[];
  /** The session of each turn that either found. */
  readonly sessionOf: (turn: string) => string;
  /** What a caller gets who asks for nothing in particular. */
  readonly results: readonly Found[];
  /** What it gives a caller who wants what answers and nothing else. */
  readonly answering: readonly string[];
  readonly known: { readonly probability: number; readonly verdict: KnownVerdict };
  readonly recallMs: number;
  readonly searchMs: number;
}

/** Fills a bank and a MiniSearch with a talk, turn after turn, and asks both each question when it is due. */
export async function askTalk(
  talk: Talk,
  foreign: readonly TalkQuestion[],
  open: () => LoadedBank,
): Promise<Asked[]> {
  const bank = open();
  const words = new WordSearch();
  const turns = talk.turns.flatMap(pieces);
  const counts = piecesBefore(talk.turns);
  const sessions = new Map(talk.turns.map(({ turn, session }) => [turn, String(session ?? '')]));
  const sessionOf = (turn: string): string => sessions.get(turn) ?? '';
  const asked: Asked[] = [];
  let filled = 0;
  try {
    for (const due of byMoment(inOrder(talk.questions, foreign))) {
      const told = turns.slice(filled, counts[due[0]?.question.after ?? 0]);
      filled += told.length;
      await bank.fill(told);
      words.add(told);
      const answers: Answers[] = [];
      for (const { question } of due) answers.push(await ask(bank, words, question, sessionOf));
      // Timed apart, and after a round of all: code that is new to the machine's compiler takes several times as long.
      for (const [at, { question, isForeign }] of due.entries())
        asked.push({
          question,
          foreign: isForeign,
          sessionOf,
          ...(answers[at] as Answers),
          ...(isForeign ? { recallMs: 0, searchMs: 0 } : await time(bank, words, question)),
        });
    }
    return asked;
  } finally {
    await bank.close();
  }
}

type Answers = Pick<Asked, 'ranked' | 'words' | 'results' | 'answering' | 'known'>;

const profileOf = ({ text, askedAt, tags }: TalkQuestion) => ({
  query: text.slice(0, LONGEST_QUERY),
  now: askedAt,
  ...(tags === undefined ? {} : { tags }),
});

async function ask(
  bank: LoadedBank,
  words: WordSearch,
  question: TalkQuestion,
  sessionOf: (turn: string) => string,
): Promise<Answers> {
  const { tags, running } = question;
  const profile = profileOf(question);
  // By another breadth than what is timed, so that nothing of it is in the cache.
  const { results, known } = await bank.memory.recall({ ...profile, breadth: SHOWN + 1 });
  const deep = await bank.memory.recall({
    ...profile,
    breadth: DEEP,
    expand: false,
    fields: ['provenance'],
  });
  const counts = (turn: string): boolean => running === undefined || sessionOf(turn) !== running;
  const found = results
    .slice(0, SHOWN)
    .flatMap(({ evidence, certainty: { probability } }) =>
      turnsOf(evidence).map((turn) => ({ turn, probability })),
    );
  return {
    ranked: deep.results.flatMap(({ evidence }) => turnsOf(evidence)).filter(counts),
    words: words.search(profile.query, tags).filter(counts),
    results: found,
    answering: found
      .filter(({ probability }) => (probability ?? 0) >= ANSWERS_FROM)
      .map(({ turn }) => turn),
    known: { probability: known.probability ?? 0, verdict: known.verdict },
  };
}

/**
 * Both are asked in turns, by the processor's time and not by the clock's: on a busy machine a call of some milliseconds is put
 * aside for others, and one of less than that is not.
 */
async function time(
  bank: LoadedBank,
  words: WordSearch,
  question: TalkQuestion,
): Promise<Pick<Asked, 'recallMs' | 'searchMs'>> {
  const profile = profileOf(question);
  const before = spentMs();
  await bank.memory.recall({ ...profile, breadth: SHOWN });
  const between = spentMs();
  words.search(profile.query, question.tags);
  return { recallMs: between - before, searchMs: spentMs() - between };
}

/** Milliseconds that the processor has spent on this process. */
function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const turnsOf = (evidence: readonly { readonly turn: string | null }[] | undefined): string[] =>
  (evidence ?? []).flatMap(({ turn }) => turn ?? []);

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

/** A turn that is too long for one memory, in several of the same name. */
function pieces(turn: TalkTurn): TalkTurn[] {
  if (turn.content.length <= MAX_CONTENT) return [turn];
  return splitText(turn.content, MAX_CONTENT).map(({ text }) => ({ ...turn, content: text }));
}

/** How many pieces stand before each turn, and before the end. */
function piecesBefore(turns: readonly TalkTurn[]): number[] {
  const counts = [0];
  for (const turn of turns) counts.push((counts.at(-1) ?? 0) + pieces(turn).length);
  return counts;
}

interface Due {
  readonly question: TalkQuestion;
  readonly isForeign: boolean;
}

/** Foreign questions are put between a bank's own, evenly, at the same moments and in the same state of the bank. */
function inOrder(own: readonly TalkQuestion[], foreign: readonly TalkQuestion[]): Due[] {
  const placed = foreign.flatMap((question, at): Due[] => {
    const beside = own[Math.floor((at * own.length) / foreign.length)];
    if (beside === undefined) return [];
    const { after, askedAt } = beside;
    const { running: _, ...rest } = question;
    return [{ question: { ...rest, after, askedAt }, isForeign: true }];
  });
  return [...own.map((question) => ({ question, isForeign: false })), ...placed].sort(
    (a, b) => a.question.after - b.question.after,
  );
}

/** Questions asked of the same state of the bank, together. */
function byMoment(due: readonly Due[]): Due[][] {
  const moments: Due[][] = [];
  for (const each of due) {
    const last = moments.at(-1);
    if (last?.[0]?.question.after === each.question.after) last.push(each);
    else moments.push([each]);
  }
  return moments;
}

/** The answerable questions of the corpus's other banks, each put to one bank alone, in turn. */
export function foreignTo(talks: readonly Talk[], bank: number): TalkQuestion[] {
  return talks.flatMap(({ questions }, from) =>
    from === bank
      ? []
      : questions
          .filter(({ answerable }) => answerable)
          .filter((_, at) => (from + 1 + (at % (talks.length - 1))) % talks.length === bank),
  );
}
