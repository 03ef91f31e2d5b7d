import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { readLocomo, type LocomoConversation } from '../locomo-data.js';
import { mean } from '../retrieval-metrics.js';

/** BEAM's questions that an answer must follow a told preference for. */
const PREFERENCE = 8;
const LIMIT = 10;
const BATCH = 200;

export interface SteeredRecall {
  /** Share of the evidence among the first ten, without and with preferences steering. */
  readonly plain: number;
  readonly steered: number;
  /** The same of all other questions that have evidence: what steering costs them. */
  readonly othersPlain: number;
  readonly othersSteered: number;
  readonly questions: number;
}

/** Asks each conversation of a file in BEAM's shape with preferences steering and not. */
export async function recallSteered(
  path: string,
  log: (line: string) => void,
): Promise<SteeredRecall> {
  const scores = { plain: [] as number[], steered: [] as number[] };
  const others = { plain: [] as number[], steered: [] as number[] };
  for (const conversation of readLocomo(path)) {
    const { memory, idOf } = await filled(conversation);
    for (const steering of [false, true]) {
      await memory.dialogue.preferences({ steering: steering ? 'on' : 'off' });
      const key = steering ? 'steered' : 'plain';
      for (const { text, category, evidence } of conversation.questions) {
        const wanted = new Set(evidence.flatMap((turn) => idOf.get(turn) ?? []));
        if (wanted.size === 0) continue;
        const { results } = await memory.recall({
          query: text,
          limit: LIMIT,
          expand: false,
        });
        const found = results.filter(({ id }) => wanted.has(id)).length / wanted.size;
        (category === PREFERENCE ? scores : others)[key].push(found);
      }
    }
    await memory.close();
    log(
      `${conversation.id}: ${mean(scores.plain).toFixed(3)} → ${mean(scores.steered).toFixed(3)}`,
    );
  }
  return {
    plain: mean(scores.plain),
    steered: mean(scores.steered),
    othersPlain: mean(others.plain),
    othersSteered: mean(others.steered),
    questions: scores.plain.length,
  };
}

export async function filled({
  turns,
  askedAt,
}: LocomoConversation): Promise<{ memory: Mneme; idOf: ReadonlyMap<string, string> }> {
  const memory = await openMemory({
    file: ':memory:',
    clock: { now: () => askedAt, ticks: () => performance.now() },
  });
  const idOf = new Map<string, string>();
  for (let from = 0; from < turns.length; from += BATCH) {
    const batch = turns.slice(from, from + BATCH);
    const { receipts } = await memory.rememberAll(batch);
    for (const [at, { id }] of receipts.entries()) {
      const name = batch[at]?.turn;
      if (name !== undefined) idOf.set(name, id);
    }
  }
  return { memory, idOf };
}
