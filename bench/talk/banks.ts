import { MnemeError } from '../../packages/core/src/domain/errors.js';
import {
  type CertaintyModel,
  SHIPPED_CERTAINTY,
  verdictOf,
} from '../../packages/core/src/recall/confidence/judgement.js';
import { chance } from '../../packages/core/src/recall/confidence/evidence.js';
import {
  type FusionModel,
  SHIPPED_MODEL,
} from '../../packages/core/src/recall/ranking/fusion-model.js';
import {
  CertaintyReader,
  fitCertaintyOn,
  resultEvidence,
  type CertaintyRows,
  type ResultRow,
} from '../certainty-data.js';
import { evenly, fitOn, readTraining } from '../five-fold.js';
import type { TrainingQuery } from '../fit-fusion.js';
import { UNFITTED_CERTAINTY, UNFITTED_FUSION } from '../unfitted.js';
import { askBank, type Asked } from './ask.js';
import type { BankFiles, OpenedBank } from './bank-files.js';
import type { Corpus } from './read-corpora.js';
import { replay, withForeign } from './replay.js';
import type { TalkQuestion } from './talk.js';
import type { Bank } from './bank.js';

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

export async function askShipped(
  banks: readonly Bank[],
  files: BankFiles,
  log: Log,
): Promise<Asked[][]> {
  const asked: Asked[][] = [];
  for (const bank of banks) {
    log(`asking about ${bank.corpus} ${bank.talk.id}`);
    asked.push(
      await files.use(bank, SHIPPED_MODEL, SHIPPED_CERTAINTY, (opened) => askBank(bank, opened)),
    );
  }
  return asked;
}

/** Asks each bank by weights that were fitted on the other parts alone, each corpus weighing the same. */
export async function askUnseen(
  banks: readonly Bank[],
  files: BankFiles,
  partOf: PartOf,
  log: Log,
): Promise<Asked[][]> {
  const answers = await withUnseen(banks, files, partOf, log, async (bank, opened) => {
    const reader = new CertaintyReader(opened.memory);
    const asked = await askBank(bank, opened, { visit: (question) => reader.read(question) });
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
export function readUnseen(
  banks: readonly Bank[],
  files: BankFiles,
  log: Log,
): Promise<CertaintyRows[]> {
  return withUnseen(banks, files, byFold, log, async ({ talk, questions }, { memory, filled }) => {
    const reader = new CertaintyReader(memory);
    const visit = async (due: readonly TalkQuestion[]): Promise<void> => {
      for (const question of due) await reader.read(question);
    };
    await replay(talk, questions, memory, visit, filled);
    return reader.rows();
  });
}

/** Opens each bank with a fusion that was fitted on the other parts. Throws `invalid_input` where there is one part alone. */
export async function withUnseen<Made>(
  banks: readonly Bank[],
  files: BankFiles,
  partOf: PartOf,
  log: Log,
  use: (bank: Bank, opened: OpenedBank) => Promise<Made>,
): Promise<Made[]> {
  const parts = banks.map(partOf);
  if (new Set(parts).size < 2)
    throw new MnemeError('invalid_input', 'There is nothing else to fit on.', {
      field: 'corpora',
      hint: 'Take more corpora or conversations, or judge the shipped weights with --shipped.',
    });
  const training = await gatherTraining(banks, files, log);
  log('fitting a fusion without each part');
  const fusions = fitWithout(banks, parts, training, (corpora) =>
    fitOn(evenly(corpora.map((own) => own.flat())), 'the others'),
  );
  const made: Made[] = [];
  for (const [at, bank] of banks.entries()) {
    log(`asking about ${bank.corpus} ${bank.talk.id}`);
    const fusion = fusions.get(parts[at] ?? '') as FusionModel;
    made.push(await files.use(bank, fusion, UNFITTED_CERTAINTY, (opened) => use(bank, opened)));
  }
  return made;
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

/** The training material of each bank. */
export async function gatherTraining(
  banks: readonly Bank[],
  files: BankFiles,
  log: Log,
): Promise<TrainingQuery[][]> {
  const training: TrainingQuery[][] = [];
  for (const bank of banks) {
    log(`reading the candidates of ${bank.corpus} ${bank.talk.id}`);
    training.push(
      await files.use(bank, UNFITTED_FUSION, UNFITTED_CERTAINTY, ({ memory, filled }) =>
        readTraining(bank.talk, memory, { filled }),
      ),
    );
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
      results: (resultsOf.get(each.question) ?? []).map((result, at) => ({
        turns: result.turns,
        saidAt: each.results[at]?.saidAt ?? 0,
        probability: chance(model.result, resultEvidence(result, model.known)),
      })),
    };
  });
}
