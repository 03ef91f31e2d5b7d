import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FusionModel } from '../src/recall/ranking/fusion-model.js';
import { SHIPPED_MODEL } from '../src/recall/ranking/shipped-model.js';
import {
  KNOWN_EVIDENCE,
  readKnownEvidence,
  type KnownEvidence,
} from '../src/recall/confidence/known-evidence.js';
import { logOdds } from '../src/recall/confidence/logistic.js';
import {
  JUDGED_AMONG,
  RESULT_EVIDENCE,
  resultReader,
  type ResultEvidence,
} from '../src/recall/confidence/result-evidence.js';
import type { CertaintyModel } from '../src/recall/confidence/certainty-model.js';
import { SHIPPED_CERTAINTY } from '../src/recall/confidence/shipped-certainty.js';
import type { BenchmarkValues } from './benchmark.js';
import { fitOn, trainingQueries } from './five-fold.js';
import { fitDense } from './fit-dense.js';
import { LoadedBank } from './loaded-bank.js';
import { mean } from './retrieval-metrics.js';
import { readLocomo, type LocomoConversation, type LocomoQuestion } from './locomo-data.js';

/** A result that recall would deliver, and whether it is evidence. */
export interface ResultRow {
  /** But for what is known of the question as a whole. */
  readonly evidence: Omit<ResultEvidence, 'known'>;
  readonly question: KnownRow;
  /** The score that recall delivers beside it. */
  readonly score: number;
  readonly came: boolean;
}

export const KINDS = ['answerable', 'adversarial', 'elsewhere'] as const;

/** A question put to a bank, and whether the bank knows the answer. */
export interface KnownRow {
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

export const ADVERSARIAL = 5;
const DELIVERED = 10;
/** Of the questions put to another conversation's bank, one in so many teaches what its results are worth. */
const FOREIGN_OF = 4;

/** Rows of each conversation, its questions ranked by the fusion at its place: one that has not seen it. */
export async function certaintyRows(
  conversations: readonly LocomoConversation[],
  fusions: readonly FusionModel[],
  log: (line: string) => void,
): Promise<CertaintyRows[]> {
  const rows: CertaintyRows[] = [];
  for (const [at, conversation] of conversations.entries()) {
    log(`asking about ${conversation.id}`);
    rows.push(
      await rowsOf(conversation, foreignTo(conversations, at), fusions[at] ?? SHIPPED_MODEL),
    );
  }
  return rows;
}

/** The fusions to judge with: the shipped one for all with `--shipped`, or for a single conversation; else fitted for each on the others. */
export async function fusionsFor(
  conversations: readonly LocomoConversation[],
  options: BenchmarkValues,
  log: (line: string) => void,
): Promise<{ readonly fusions: readonly FusionModel[]; readonly shipped: boolean }> {
  const shipped = options['shipped'] === true || conversations.length < 2;
  const path = options['fusions'];
  return {
    shipped,
    fusions: shipped
      ? conversations.map(() => SHIPPED_MODEL)
      : await foldFusions(conversations, typeof path === 'string' ? path : undefined, log),
  };
}

/** What a benchmark of certainty takes. */
export const CERTAINTY_OPTIONS = [
  { flag: '--file <path>', description: 'LoCoMo JSON' },
  {
    flag: '--shipped',
    description: 'judge the shipped figures instead of fitting them on the other conversations',
  },
  {
    flag: '--fusions <path>',
    description: 'keep the fusions fitted without each conversation here, or read them',
  },
] as const;

/** The rows of each conversation, with the certainty to judge them by: fitted on the others, as their fusion is, or the shipped one. */
export async function certaintyFolds(
  options: BenchmarkValues,
  log: (line: string) => void,
): Promise<{
  readonly folds: readonly (CertaintyRows & { readonly model: CertaintyModel })[];
  readonly shipped: boolean;
}> {
  const conversations = readLocomo(String(options['file']));
  const { fusions, shipped } = await fusionsFor(conversations, options, log);
  const rows = await certaintyRows(conversations, fusions, log);
  return {
    shipped,
    folds: rows.map((each, at) => ({
      ...each,
      model: shipped ? SHIPPED_CERTAINTY : fitCertaintyWithout(rows, at),
    })),
  };
}

/** For each conversation a fusion fitted on the others; `path` keeps them from one run to the next. */
async function foldFusions(
  conversations: readonly LocomoConversation[],
  path: string | undefined,
  log: (line: string) => void,
): Promise<FusionModel[]> {
  if (path !== undefined && existsSync(path))
    return JSON.parse(readFileSync(path, 'utf8')) as FusionModel[];
  const training: Awaited<ReturnType<typeof trainingQueries>>[] = [];
  for (const conversation of conversations) {
    log(`reading the candidates of ${conversation.id}`);
    training.push(await trainingQueries(conversation));
  }
  const fusions = conversations.map(({ id }, at) => {
    log(`fitting the fusion without ${id}`);
    return fitOn(training.filter((_, other) => other !== at).flat(), `all conversations but ${id}`);
  });
  if (path !== undefined) writeFileSync(path, JSON.stringify(fusions));
  return fusions;
}

/** The answerable questions of the other conversations, each put to one bank alone, in turn. */
export function foreignTo(
  conversations: readonly LocomoConversation[],
  bank: number,
): LocomoQuestion[] {
  const count = conversations.length;
  return conversations.flatMap(({ questions }, from) =>
    from === bank
      ? []
      : answerable(questions).filter((_, at) => (from + 1 + (at % (count - 1))) % count === bank),
  );
}

export function answerable(questions: readonly LocomoQuestion[]): LocomoQuestion[] {
  return questions.filter(
    ({ category, evidence }) => category !== ADVERSARIAL && evidence.length > 0,
  );
}

async function rowsOf(
  conversation: LocomoConversation,
  foreign: readonly LocomoQuestion[],
  fusion: FusionModel,
): Promise<CertaintyRows> {
  const bank = LoadedBank.open(':memory:', fusion);
  try {
    await bank.fill(conversation.turns);
    const turns = await bank.turnsBySlot();
    const { state } = await bank.bank();
    const results: ResultRow[] = [];
    const known: KnownRow[] = [];
    const last: number[] = [];
    const ask = async (
      { text, evidence }: LocomoQuestion,
      kind: KnownRow['kind'],
    ): Promise<void> => {
      const { pool, understanding } = await bank.choose(text, conversation.askedAt);
      if (pool.length === 0) return;
      const question: KnownRow = {
        kind,
        evidence: readKnownEvidence(pool, understanding, state.index),
      };
      known.push(question);
      const background = pool[JUDGED_AMONG - 1]?.logit;
      if (background !== undefined) last.push(background);
      if (kind === 'adversarial' && evidence.length === 0) return;
      // A turn of another conversation may have the same name.
      const wanted = new Set(kind === 'elsewhere' ? [] : evidence);
      const read = resultReader({ pool, understanding, known: 0, background: background ?? 0 });
      for (const result of pool.slice(0, DELIVERED)) {
        results.push({
          evidence: read(result),
          question,
          score: result.score,
          came: (turns.get(result.slot) ?? []).some((turn) => wanted.has(turn)),
        });
      }
    };
    for (const question of answerable(conversation.questions)) await ask(question, 'answerable');
    for (const question of conversation.questions.filter(
      ({ category }) => category === ADVERSARIAL,
    ))
      await ask(question, 'adversarial');
    for (const question of foreign) await ask(question, 'elsewhere');
    return { encoder: state.encoder, results, known, last };
  } finally {
    await bank.close();
  }
}

/**
 * The model of certainty that rows teach. Of questions with the wrong person in them the results teach nothing: what the data set
 * names as their evidence does not answer them.
 */
export function fitCertaintyOn(rows: readonly CertaintyRows[], fittedOn: string): CertaintyModel {
  const questions = rows.flatMap(({ known }) => known);
  const known = fitDense(
    KNOWN_EVIDENCE,
    questions.map(({ evidence }) => evidence),
    questions.map(({ kind }) => kind === 'answerable'),
  );
  // Most questions put to a memory are about what it holds.
  const results = rows.flatMap((each) =>
    each.results.filter(
      ({ question }, at) =>
        question.kind === 'answerable' ||
        (question.kind === 'elsewhere' && Math.floor(at / DELIVERED) % FOREIGN_OF === 0),
    ),
  );
  return {
    encoder: rows[0]?.encoder ?? '',
    result: fitDense(
      RESULT_EVIDENCE,
      results.map((row) => resultEvidence(row, known)),
      results.map(({ came }) => came),
    ),
    known,
    background: Number(mean(rows.flatMap(({ last }) => last)).toPrecision(6)),
    fittedOn,
  };
}

/** All the evidence of a result, under a model of what is known. */
export function resultEvidence(
  { evidence, question }: ResultRow,
  known: CertaintyModel['known'],
): ResultEvidence {
  return { ...evidence, known: logOdds(known, question.evidence) };
}

/** Without the one at `at`, for judging it. */
export function fitCertaintyWithout(rows: readonly CertaintyRows[], at: number): CertaintyModel {
  return fitCertaintyOn(
    rows.filter((_, other) => other !== at),
    'the other conversations',
  );
}
