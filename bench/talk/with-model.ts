import { INSIDE, openInsideEmbedder } from '../../src/adapters/models/inside/inside-embedder.js';
import { openPackageEmbedder } from '../../src/adapters/models/package/package-embedder.js';
import { SHIPPED_CURRENCY } from '../../src/modules/validity/currency/shipped-currency.js';
import { SHIPPED_CERTAINTY } from '../../src/recall/confidence/shipped-certainty.js';
import { SHIPPED_CODE_MODEL } from '../../src/recall/ranking/shipped-code-model.js';
import { SHIPPED_MODEL } from '../../src/recall/ranking/shipped-model.js';
import { cacheEmbeddings } from '../../src/spaces/embedding-cache.js';
import { createLearnedEncoder } from '../../src/spaces/learned-encoder.js';
import { LoadedBank } from '../loaded-bank.js';
import { askBank, type Asked } from './ask.js';
import type { Bank } from './bank.js';
import type { Figures } from './figures.js';

/** Waits for as long as a question may take on a busy machine: what is judged is what is found. */
const PATIENCE_MS = 60_000;
const KEPT = 20_000;
const TEXTS = { maxCharacters: 8_000, documentPrefix: '', queryPrefix: '' };

/** Asks each bank by the shipped weights with a learned model beside them, installed as a package or inside (`mneme`). */
export async function askWithModel(
  banks: readonly Bank[],
  model: string,
  log: (line: string) => void,
): Promise<Asked[][]> {
  const own =
    model === INSIDE
      ? openInsideEmbedder(TEXTS)
      : openPackageEmbedder({ ...TEXTS, package: model, batch: 16 });
  const embedder = createLearnedEncoder({
    embedder: cacheEmbeddings(own, KEPT),
    contextSimilarity: 0.5,
    likeness: 0.7,
    queryTimeoutMs: PATIENCE_MS,
    ticks: () => performance.now(),
  });
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
