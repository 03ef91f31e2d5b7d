import { createStemmer, type Stemmer } from '../../src/language/stem.js';
import { mean } from '../retrieval-metrics.js';
import { askBank, type Asked } from '../talk/ask.js';
import type { BankFiles, OpenedBank } from '../talk/bank-files.js';
import type { Bank } from '../talk/bank.js';
import { figuresOf, type Figures } from '../talk/figures.js';
import type { Life } from '../talk/lives.js';
import { SHIPPED_CERTAINTY } from '../../src/recall/confidence/shipped-certainty.js';
import { SHIPPED_MODEL } from '../../src/recall/ranking/shipped-model.js';
import { LoadedBank } from '../loaded-bank.js';
import { fillByReading, recordingOf, type ReadingFigures } from './fill-by-reading.js';
import { askVerb, isRight, type AnsweredVerb } from './ask-verbs.js';
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
  /** What reading it came to; null where nobody read. */
  readonly reading: ReadingFigures | null;
}

/** Results of a recall, as its caller gets them by default. */
const SHOWN = 10;

/** Fills a bank with a life, and asks it; with a folder of recordings, each session is read by them. */
export async function measureLife(
  life: Life,
  files: BankFiles,
  readings: string | null = null,
): Promise<MeasuredLife> {
  const bank: Bank = { corpus: 'lives', talk: life.talk, questions: life.talk.questions };
  if (readings !== null) {
    const reader = recordingOf(readings, life.talk.id);
    let reading: ReadingFigures | null = null;
    return files.fillOnce(
      async (file) => {
        const filling = LoadedBank.open(file, undefined, undefined, undefined, undefined, {
          reader,
        });
        try {
          reading = await fillByReading(life.talk, filling, reader);
        } finally {
          await filling.close();
        }
      },
      SHIPPED_MODEL,
      SHIPPED_CERTAINTY,
      async (opened) => ({ ...(await measure(life, bank, opened, createStemmer())), reading }),
    );
  }
  return files.use(bank, SHIPPED_MODEL, SHIPPED_CERTAINTY, (opened) =>
    measure(life, bank, opened, createStemmer()),
  );
}

async function measure(
  life: Life,
  bank: Bank,
  opened: OpenedBank,
  stemmer: Stemmer,
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
    claims: judgeClaims(life.claims, reads, stemmer),
    dates: life.dates.map((date) => ({ date, right: readsDate(date, reads) })),
    notFacts: life.notFacts.map((fact) => ({
      turn: fact.turn,
      claimed: wronglyClaimed(fact, reads).length > 0,
    })),
    verbs,
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
    ...Object.assign(
      {},
      ...kinds.map((kind) => ({
        ...picked(`top1_${kind}`, `${kind}_top1`),
        ...picked(`top3_${kind}`, `${kind}_top3`),
      })),
    ),
    ...readingFigures(measured.flatMap(({ reading }) => reading ?? [])),
  };
}

/** Of the recorded notes: how many were refused, and of those they replace or doubt, how many were shown. */
function readingFigures(read: readonly ReadingFigures[]): Figures {
  if (read.length === 0) return {};
  const sum = (of: (each: ReadingFigures) => number): number =>
    read.reduce((total, each) => total + of(each), 0);
  const refused = sum((each) => Object.values(each.refused).reduce((a, b) => a + b, 0));
  const [turns, notes] = [sum((each) => each.turns), sum((each) => each.notes)];
  return {
    offered:
      sum(({ shown }) => shown) /
      Math.max(
        1,
        sum(({ named }) => named),
      ),
    refused: refused / Math.max(1, notes + refused),
    notes_per_turn: notes / turns,
    request_tokens: sum(({ requestTokens }) => requestTokens) / turns,
  };
}

function share<Item>(
  name: string,
  items: readonly Item[],
  holds: (item: Item) => boolean,
): Figures {
  return items.length === 0 ? {} : { [name]: items.filter(holds).length / items.length };
}
