import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chance } from '../../src/recall/confidence/logistic.js';
import { verdictOf } from '../../src/recall/confidence/judge-known.js';
import type { CertaintyModel } from '../../src/recall/confidence/certainty-model.js';
import { SHIPPED_CODE_MODEL } from '../../src/recall/ranking/shipped-code-model.js';
import {
  CertaintyReader,
  fitCertaintyOn,
  resultEvidence,
  UNFITTED_CERTAINTY,
  type CertaintyRows,
  type ResultRow,
} from '../certainty-data.js';
import { evenly, fitOn, trainingQueries } from '../five-fold.js';
import type { TrainingQuery } from '../fit-fusion.js';
import { LoadedBank } from '../loaded-bank.js';
import { askBank, type Asked } from './ask.js';
import type { Corpus } from './read-corpora.js';
import { isAskedWhole, replay, withForeign } from './replay.js';
import type { Talk, TalkQuestion } from './talk.js';

/** One bank of a corpus, with all that is put to it. */
export interface Bank {
  readonly corpus: string;
  readonly talk: Talk;
  /** Its own, and those of the corpus's other banks that it cannot answer. */
  readonly questions: readonly TalkQuestion[];
}

export const banksOf = (corpora: readonly Corpus[]): Bank[] =>
  corpora.flatMap(({ name, talks }) =>
    talks.map((talk, at) => ({ corpus: name, talk, questions: withForeign(talks, at) })),
  );

/** Five parts, the banks of each corpus dealt out in turn. */
const FOLDS = 5;
type PartOf = (bank: Bank, at: number) => string;
export const byFold: PartOf = (_, at) => `fold ${at % FOLDS}`;
export const byCorpus: PartOf = ({ corpus }) => corpus;

type Log = (line: string) => void;

export async function askShipped(banks: readonly Bank[], log: Log): Promise<Asked[][]> {
  const asked: Asked[][] = [];
  for (const bank of banks) {
    log(`asking about ${bank.corpus} ${bank.talk.id}`);
    asked.push(await opened(LoadedBank.open(), (memory) => askBank(bank, memory)));
  }
  return asked;
}

/** Asks each bank by weights that were fitted on the other parts alone, each corpus weighing the same. */
export async function askUnseen(
  banks: readonly Bank[],
  partOf: PartOf,
  log: Log,
): Promise<Asked[][]> {
  const answers = await withUnseen(banks, partOf, log, async (bank, memory, filled) => {
    const reader = new CertaintyReader(memory);
    const visit = (question: TalkQuestion): Promise<void> => reader.read(question);
    const asked = await askBank(bank, memory, { filled, visit });
    return { asked, rows: await reader.rows() };
  });
  const parts = banks.map(partOf);
  const certainties = fitWithout(
    banks,
    parts,
    answers.map(({ rows }) => rows),
    (corpora) => fitCertaintyOn(corpora, 'the others'),
  );
  return answers.map(({ asked, rows }, at) =>
    judgedBy(asked, rows, certainties.get(parts[at] ?? '') as CertaintyModel),
  );
}

/** What certainty is fitted on: the answers of each bank, ranked by a fusion that saw none of it. */
export function readUnseen(banks: readonly Bank[], log: Log): Promise<CertaintyRows[]> {
  return withUnseen(banks, byFold, log, async ({ talk, questions }, memory, filled) => {
    const reader = new CertaintyReader(memory);
    const visit = async (due: readonly TalkQuestion[]): Promise<void> => {
      for (const question of due) await reader.read(question);
    };
    await replay(talk, questions, memory, visit, filled);
    return reader.rows();
  });
}

/** Opens each bank with a fusion that was fitted on the other parts; `filled` tells whether it holds its talk already. */
async function withUnseen<Made>(
  banks: readonly Bank[],
  partOf: PartOf,
  log: Log,
  use: (bank: Bank, memory: LoadedBank, filled: boolean) => Promise<Made>,
): Promise<Made[]> {
  const parts = banks.map(partOf);
  const folder = mkdtempSync(join(tmpdir(), 'mneme-talk-'));
  const fileOf = (at: number): string | undefined =>
    isAskedWhole((banks[at] as Bank).talk) ? join(folder, `${at}.mneme`) : undefined;
  try {
    const training = await gatherTraining(banks, log, fileOf);
    log('fitting a fusion without each part');
    const fusions = fitWithout(banks, parts, training, (corpora) =>
      fitOn(evenly(corpora.map((own) => own.flat())), 'the others'),
    );
    const made: Made[] = [];
    for (const [at, bank] of banks.entries()) {
      log(`asking about ${bank.corpus} ${bank.talk.id}`);
      const file = fileOf(at);
      const fusion = fusions.get(parts[at] ?? '');
      const memory = LoadedBank.open(file, fusion, SHIPPED_CODE_MODEL, UNFITTED_CERTAINTY);
      made.push(await opened(memory, () => use(bank, memory, file !== undefined)));
    }
    return made;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For each part what is fitted on the items of the others. */
function fitWithout<Item, Made>(
  banks: readonly Bank[],
  parts: readonly string[],
  items: readonly Item[],
  fit: (corpora: Item[][]) => Made,
): Map<string, Made> {
  return new Map(
    [...new Set(parts)].map((part) => [
      part,
      fit(perCorpus(banks, items, (at) => parts[at] !== part)),
    ]),
  );
}

/** The training material of each bank, which `fileOf` keeps. */
export async function gatherTraining(
  banks: readonly Bank[],
  log: Log,
  fileOf: (at: number) => string | undefined = () => undefined,
): Promise<TrainingQuery[][]> {
  const training: TrainingQuery[][] = [];
  for (const [at, { corpus, talk }] of banks.entries()) {
    log(`reading the candidates of ${corpus} ${talk.id}`);
    training.push(await trainingQueries(talk, undefined, fileOf(at)));
  }
  return training;
}

/** Items of the banks for which `keep` holds, by corpus. */
export function perCorpus<Item>(
  banks: readonly Bank[],
  items: readonly Item[],
  keep: (at: number) => boolean = () => true,
): Item[][] {
  const corpora = new Map<string, Item[]>();
  for (const [at, { corpus }] of banks.entries())
    if (keep(at)) corpora.set(corpus, [...(corpora.get(corpus) ?? []), items[at] as Item]);
  return [...corpora.values()];
}

async function opened<Made>(
  memory: LoadedBank,
  use: (memory: LoadedBank) => Promise<Made>,
): Promise<Made> {
  try {
    return await use(memory);
  } finally {
    await memory.close();
  }
}

/** The same answers with their chances by another model of certainty. */
function judgedBy(
  asked: readonly Asked[],
  { known, results }: CertaintyRows,
  model: CertaintyModel,
): Asked[] {
  const knownOf = new Map(known.map((row) => [row.asked, row]));
  const resultsOf = new Map<TalkQuestion, ResultRow[]>(asked.map(({ question }) => [question, []]));
  for (const row of results) resultsOf.get(row.question.asked)?.push(row);
  return asked.map((each) => {
    const row = knownOf.get(each.question);
    const probability = row === undefined ? 0 : chance(model.known, row.evidence);
    return {
      ...each,
      known: { probability, verdict: verdictOf(probability) },
      results: (resultsOf.get(each.question) ?? []).map((result) => ({
        turns: result.turns,
        probability: chance(model.result, resultEvidence(result, model.known)),
      })),
    };
  });
}
