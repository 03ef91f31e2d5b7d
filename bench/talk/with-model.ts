import { openPackageEmbedder } from '../../packages/core/src/adapters/models/local-embedders.js';
import { SHIPPED_CURRENCY } from '../../packages/core/src/modules/validity/shipped-currency.js';
import { SHIPPED_CERTAINTY } from '../../packages/core/src/recall/confidence/judgement.js';
import { SHIPPED_CODE_MODEL } from '../../packages/core/src/recall/ranking/code/code-ranking.js';
import { SHIPPED_MODEL } from '../../packages/core/src/recall/ranking/fusion-model.js';
import { patientEncoder, TEXTS } from '../encoder-inside.js';
import { LoadedBank } from '../loaded-bank.js';
import { askBank, type Asked } from './ask.js';
import type { Bank } from './bank.js';
import type { Figures } from './figures.js';

/** Asks each bank by the shipped weights with a learned model that is installed as a package in place of the encoder inside. */
export async function askWithModel(
  banks: readonly Bank[],
  model: string,
  log: (line: string) => void,
): Promise<Asked[][]> {
  const embedder = patientEncoder(openPackageEmbedder({ ...TEXTS, package: model, batch: 16 }));
  const asked: Asked[][] = [];
  for (const bank of banks) {
    log(`asking about ${bank.corpus} ${bank.talk.id} with ${model}`);
    const memory = LoadedBank.open(
      ':memory:',
      SHIPPED_MODEL,
      SHIPPED_CODE_MODEL,
      SHIPPED_CERTAINTY,
      SHIPPED_CURRENCY,
      { embedder },
    );
    try {
      asked.push(await askBank(bank, { memory, filled: false }, { timed: false }));
    } finally {
      await memory.close();
    }
  }
  return asked;
}

/** What is told of a model: what is found with it, and how much more than without. */
const TOLD = ['top1', 'top3', 'r10', 'session_r10', 'stale_first'] as const;

export function gainsOf(without: Figures, withModel: Figures): Figures {
  const told = TOLD.filter((name) => withModel[name] !== undefined);
  // Where only sessions are named as evidence they are what is gained.
  const judged = withModel['r10'] === undefined ? 'session_r10' : 'r10';
  return {
    ...Object.fromEntries(told.map((name) => [`model_${name}`, withModel[name] ?? 0])),
    model_gain: (withModel[judged] ?? 0) - (without[judged] ?? 0),
  };
}
