import {
  JUDGED_AMONG,
  KNOWN_EVIDENCE,
  type KnownEvidence,
  logOdds,
  readKnownEvidence,
  RESULT_EVIDENCE,
  type ResultEvidence,
  resultReader,
} from '../packages/core/src/recall/confidence/evidence.js';
import type { CertaintyModel } from '../packages/core/src/recall/confidence/judgement.js';
import { fitDense } from './fit-dense.js';
import type { LoadedBank } from './loaded-bank.js';
import { mean } from './retrieval-metrics.js';
import { askingOf, type TalkQuestion } from './talk/talk.js';

/** A result that recall would deliver, and whether it is evidence. */
export interface ResultRow {
  /** But for what is known of the question as a whole. */
  readonly evidence: Omit<ResultEvidence, 'known'>;
  readonly question: KnownRow;
  /** The turns that it holds. */
  readonly turns: readonly string[];
  /** The score that recall delivers beside it. */
  readonly score: number;
  readonly came: boolean;
}

export const KINDS = ['answerable', 'adversarial', 'unanswerable', 'elsewhere'] as const;

/** A question put to a bank, and whether the bank knows the answer. */
export interface KnownRow {
  readonly asked: TalkQuestion;
  readonly evidence: KnownEvidence;
  /** `adversarial` names the wrong person; `elsewhere` belongs to another conversation. */
  readonly kind: (typeof KINDS)[number];
}

export interface CertaintyRows {
  readonly encoder: string;
  readonly results: readonly ResultRow[];
  readonly known: readonly KnownRow[];
  /** Logits of the twentieth candidates. */
  readonly last: readonly number[];
}

const DELIVERED = 10;
/** Of the questions put to another conversation's bank, one in so many teaches what its results are worth. */
const FOREIGN_OF = 4;

/** Reads what certainty is told by off the answers of one bank. */
export class CertaintyReader {
  readonly #known: KnownRow[] = [];
  readonly #results: (Omit<ResultRow, 'turns' | 'came'> & { readonly slot: number })[] = [];
  readonly #last: number[] = [];

  constructor(private readonly bank: LoadedBank) {}

  async read(asked: TalkQuestion): Promise<void> {
    const { pool, understanding } = await this.bank.rankCandidates(askingOf(asked));
    if (pool.length === 0) return;
    const { state } = await this.bank.bank();
    const question: KnownRow = {
      asked,
      kind: kindOf(asked),
      evidence: readKnownEvidence(pool, understanding, state),
    };
    this.#known.push(question);
    const background = pool[JUDGED_AMONG - 1]?.logit;
    if (background !== undefined) this.#last.push(background);
    const evidence = resultReader({
      pool,
      understanding,
      index: state.index,
      known: 0,
      background: background ?? 0,
    });
    for (const result of pool.slice(0, DELIVERED))
      this.#results.push({
        question,
        slot: result.slot,
        evidence: evidence(result),
        score: result.score,
      });
  }

  /** All that was read. Of answers that only sessions were named for nobody can say which result is right, and none is told. */
  async rows(): Promise<CertaintyRows> {
    const turns = await this.bank.turnsBySlot();
    const { state } = await this.bank.bank();
    return {
      encoder: state.encoder,
      known: this.#known,
      last: this.#last,
      results: this.#results.flatMap(({ slot, ...result }): ResultRow[] => {
        const { kind, asked } = result.question;
        if (asked.evidence.length === 0 && (kind === 'answerable' || kind === 'adversarial'))
          return [];
        const own = turns.get(slot) ?? [];
        return [{ ...result, turns: own, came: own.some((turn) => asked.evidence.includes(turn)) }];
      }),
    };
  }
}

export function kindOf({ foreign, adversarial, answerable }: TalkQuestion): KnownRow['kind'] {
  if (foreign === true) return 'elsewhere';
  if (adversarial) return 'adversarial';
  return answerable ? 'answerable' : 'unanswerable';
}

/**
 * The model of certainty that the rows of some corpora teach, each corpus weighing the same. Of questions with the
 * wrong person in them the results teach nothing: what the data set names as their evidence does not answer them.
 */
export function fitCertaintyOn(
  corpora: readonly (readonly CertaintyRows[])[],
  fittedOn: string,
): CertaintyModel {
  const questions = alike(corpora.map((rows) => rows.flatMap(({ known }) => known)));
  const known = fitDense(
    KNOWN_EVIDENCE,
    questions.map(({ row }) => row.evidence),
    questions.map(({ row }) => row.kind === 'answerable'),
    questions.map(({ count }) => count),
  );
  // Most questions put to a memory are about what it holds.
  const results = alike(
    corpora.map((rows) =>
      rows.flatMap((each) =>
        each.results.filter(
          ({ question }, at) =>
            question.kind === 'answerable' ||
            question.kind === 'unanswerable' ||
            (question.kind === 'elsewhere' && Math.floor(at / DELIVERED) % FOREIGN_OF === 0),
        ),
      ),
    ),
  );
  const all = corpora.flat();
  return {
    encoder: all[0]?.encoder ?? '',
    result: fitDense(
      RESULT_EVIDENCE,
      results.map(({ row }) => resultEvidence(row, known)),
      results.map(({ row }) => row.came),
      results.map(({ count }) => count),
    ),
    known,
    background: Number(mean(all.flatMap(({ last }) => last)).toPrecision(6)),
    fittedOn,
  };
}

/** Rows of several corpora with what each counts, so that all corpora count the same. */
function alike<Row>(
  corpora: readonly (readonly Row[])[],
): { readonly row: Row; readonly count: number }[] {
  const there = corpora.filter((rows) => rows.length > 0);
  const all = there.reduce((sum, rows) => sum + rows.length, 0);
  return there.flatMap((rows) =>
    rows.map((row) => ({ row, count: all / there.length / rows.length })),
  );
}

/** All the evidence of a result, under a model of what is known. */
export function resultEvidence(
  { evidence, question }: ResultRow,
  known: CertaintyModel['known'],
): ResultEvidence {
  return { ...evidence, known: logOdds(known, question.evidence) };
}
