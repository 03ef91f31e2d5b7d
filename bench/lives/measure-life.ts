import { createStemmer } from '../../packages/core/src/language/stem.js';
import { mean } from '../retrieval-metrics.js';
import { askBank, type Asked } from '../talk/ask.js';
import type { BankFiles, OpenedBank } from '../talk/bank-files.js';
import type { Bank } from '../talk/bank.js';
import { figuresOf, type Figures } from '../talk/figures.js';
import type { Life } from '../talk/lives.js';
import { SHIPPED_CERTAINTY } from '../../packages/core/src/recall/confidence/judgement.js';
import { SHIPPED_MODEL } from '../../packages/core/src/recall/ranking/fusion-model.js';
import {
  readingFigures,
  useRead,
  type CountingReader,
  type ReadingFigures,
} from './fill-by-reading.js';
import type { LifeCases } from './case-file.js';
import { dayAfter, judgeCases, type JudgedCases } from './judge-cases.js';
import { caseFigures } from './case-figures.js';
import { answersWithin } from './answers-within.js';
import { askVerb, isRight, type AnsweredVerb } from './ask-verbs.js';
import { TurnsBehind } from './turns-behind.js';
import {
  judgeClaims,
  readBank,
  readsDate,
  wronglyClaimed,
  type JudgedClaims,
  type Read,
} from './read-bank.js';

/** A life, and what a bank filled with it answers. */
export interface MeasuredLife {
  readonly life: Life;
  readonly reads: ReadonlyMap<string, Read>;
  readonly asked: readonly Asked[];
  readonly claims: JudgedClaims;
  readonly dates: readonly { readonly date: Life['dates'][number]; readonly right: boolean }[];
  readonly notFacts: readonly { readonly turn: string; readonly claimed: boolean }[];
  readonly verbs: readonly AnsweredVerb[];
  /** For each question that was told an answer, whether it is in 400 tokens of context. */
  readonly within: readonly boolean[];
  /** How the cases on it came out; null where none are given. */
  readonly cases: JudgedCases | null;
  /** What reading it came to; null where nobody read. */
  readonly reading: ReadingFigures | null;
}

/** What a life is measured by besides its own questions. */
export interface MeasuredBy {
  /** By whom each session is read. */
  readonly readerOf: ((talk: string) => CountingReader) | null;
  readonly cases: LifeCases | null;
}

/** Results of a recall, as its caller gets them by default. */
const SHOWN = 10;

/** Fills a bank with a life, and asks it on the day after its last turn. */
export async function measureLife(
  life: Life,
  files: BankFiles,
  { readerOf, cases }: MeasuredBy,
): Promise<MeasuredLife> {
  const bank: Bank = { corpus: 'lives', talk: life.talk, questions: life.talk.questions };
  const ask = (opened: OpenedBank): Promise<MeasuredLife> => measure(life, bank, opened, cases);
  const beside = { standing: dayAfter(life) };
  if (readerOf === null) return files.use(bank, SHIPPED_MODEL, SHIPPED_CERTAINTY, ask, beside);
  const { made, reading } = await useRead(life.talk, readerOf, files, ask, beside);
  return { ...made, reading };
}

async function measure(
  life: Life,
  bank: Bank,
  opened: OpenedBank,
  cases: LifeCases | null,
): Promise<MeasuredLife> {
  const asked = await askBank(bank, opened, { limit: SHOWN, timed: false });
  const { memory } = opened.memory;
  const reads = await readBank(memory);
  const verbs: AnsweredVerb[] = [];
  for (const verb of life.verbs) verbs.push(await askVerb(verb, memory));
  return {
    life,
    reads,
    asked,
    claims: judgeClaims(life.claims, reads, createStemmer()),
    dates: life.dates.map((date) => ({ date, right: readsDate(date, reads) })),
    notFacts: life.notFacts.map((fact) => ({
      turn: fact.turn,
      claimed: wronglyClaimed(fact, reads).length > 0,
    })),
    verbs,
    within: await answersWithin(
      life.talk.questions,
      opened.memory,
      await TurnsBehind.of(opened.memory, dayAfter(life)),
    ),
    cases: cases === null ? null : await judgeCases(cases, life, opened.memory),
    reading: null,
  };
}

/** All figures over some lives; one that nothing was listed for is left out. */
export function lifeFigures(measured: readonly MeasuredLife[]): Figures {
  const asked = measured.flatMap((each) => each.asked);
  const all = figuresOf(asked);
  const kinds = [...new Set(asked.map(({ question }) => question.category))].sort();
  const picked = (name: string, from = name): Figures =>
    all[from] === undefined ? {} : { [name]: all[from] };
  const listed = measured.flatMap(({ claims }) => claims.listed);
  const told = measured.flatMap(({ claims }) => claims.told);
  const [recall, precision] = [listed, told].map((of) =>
    mean(of.map(({ right }) => Number(right))),
  ) as [number, number];
  return {
    ...picked('top1'),
    ...picked('top3'),
    ...picked('r10'),
    ...picked('stale_first'),
    ...picked('known_right'),
    ...picked('unknown_right'),
    ...picked('known_auroc'),
    ...(listed.length === 0
      ? {}
      : {
          claims_f1: recall === 0 ? 0 : (2 * recall * precision) / (recall + precision),
          claims_recall: recall,
          claims_precision: precision,
        }),
    ...share(
      'dates_right',
      measured.flatMap(({ dates }) => dates),
      ({ right }) => right,
    ),
    ...share(
      'not_facts_claimed',
      measured.flatMap(({ notFacts }) => notFacts),
      ({ claimed }) => claimed,
    ),
    ...share(
      'verbs_right',
      measured.flatMap(({ verbs }) => verbs),
      isRight,
    ),
    ...share(
      'answer_400',
      measured.flatMap(({ within }) => within),
      (isWithin) => isWithin,
    ),
    ...Object.assign(
      {},
      ...kinds.map((kind) => ({
        ...picked(`top1_${kind}`, `${kind}_top1`),
        ...picked(`top3_${kind}`, `${kind}_top3`),
      })),
    ),
    ...caseFigures(measured.flatMap(({ cases }) => cases ?? [])),
    ...readingFigures(measured.flatMap(({ reading }) => reading ?? [])),
  };
}

function share<Item>(
  name: string,
  items: readonly Item[],
  holds: (item: Item) => boolean,
): Figures {
  return items.length === 0 ? {} : { [name]: items.filter(holds).length / items.length };
}
