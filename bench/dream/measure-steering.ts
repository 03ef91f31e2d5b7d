import { openMemory } from '../../packages/mneme/src/index.js';
import { chance, type Logistic } from '../../packages/core/src/recall/confidence/evidence.js';
import { auroc, type Told } from '../calibration-metrics.js';
import { fitDense } from '../fit-dense.js';
import { seeded } from '../synthetic-text.js';
import type { Talk, TalkTurn } from '../talk/talk.js';
import { paraphrase } from './paraphrase.js';
import { readTalks } from './read-talks.js';
import {
  weigh,
  type WeighedMemory,
  WORTH_EVIDENCE,
  type WorthEvidence,
} from '../../packages/core/src/modules/salience/reward.js';
import { weighedNew } from '../../packages/core/src/modules/salience/read-worth.js';

type Log = (line: string) => void;
type Kind = 'evidence' | 'never' | 'copy' | 'noise';

interface Case {
  readonly kind: Kind;
  readonly row: WorthEvidence;
  /** The rest of what it is weighed by. */
  readonly weighed: WeighedMemory;
}

/** What is typed by accident, or says nothing. */
export const NOISE = [
  'lunch was ok',
  'asdf jkl qwer',
  'test test 123 test',
  'ok cool thanks',
  'hmm let me think about it',
  'brb one sec please',
  'haha yeah totally',
  'what was I going to say again',
  'never mind that last message',
  'the thing with the thing, you know',
  'sounds good to me, talk later',
  'hello hello is anybody there',
  'nothing much going on here really',
  'whatever you say, fine by me',
  'lorem ipsum dolor sit amet',
];
export type Stores = readonly (readonly Case[])[];

const FOLDS = 5;

/** The stores of every talk, with what each was worth when it was stored. */
export async function readStores(folder: string, log: Log): Promise<Stores> {
  const cases: Case[][] = [];
  for (const [at, talk] of readTalks(folder, ['locomo', 'beam']).entries()) {
    cases.push(await casesOf(talk, seeded(at + 1)));
    log(`${talk.id}: ${cases.at(-1)?.length ?? 0} stores`);
  }
  return cases;
}

/** How well the worth of a store tells turns that questions turn out to need from those that none does, from copies and from noise. */
export function measureSteering(stores: Stores): Record<string, number> {
  const all = stores.flatMap((own, at): (Told & { kind: Kind; assessed: number })[] => {
    const model = fitWorth(stores.filter((_, other) => other % FOLDS !== at % FOLDS).flat());
    return own.map(({ kind, row, weighed }) => ({
      kind,
      chance: signed(weigh(weighed, model).reward),
      assessed: chance(model, row),
      came: kind === 'evidence',
    }));
  });
  const of = (kind: Kind): number => auroc(all.filter((each) => each.came || each.kind === kind));
  const mean = (kind: Kind): number => {
    const own = all.filter((each) => each.kind === kind);
    return own.reduce((sum, each) => sum + 2 * each.chance - 1, 0) / own.length;
  };
  return {
    steering_cases: all.length,
    steering_evidence: all.filter(({ came }) => came).length,
    steering_auroc: auroc(all),
    steering_auroc_assessor: auroc(all.map((each) => ({ ...each, chance: each.assessed }))),
    steering_auroc_never: of('never'),
    steering_auroc_copies: of('copy'),
    steering_auroc_noise: of('noise'),
    reward_evidence: mean('evidence'),
    reward_never: mean('never'),
    reward_copies: mean('copy'),
    reward_noise: mean('noise'),
  };
}

/** −1..1 as 0..1. */
const signed = (reward: number): number => (reward + 1) / 2;

/** The weights that ship, fitted on all of them. */
export function fitSteering(stores: Stores): string {
  return JSON.stringify(fitWorth(stores.flat()), null, 2);
}

/** Each kind counts as much as its part in the measure: half good, a quarter never asked for, the rest copies and noise. */
function fitWorth(cases: readonly Case[]): Logistic<(typeof WORTH_EVIDENCE)[number]> {
  const count = (kind: Kind): number => cases.filter((each) => each.kind === kind).length;
  const share: Readonly<Record<Kind, number>> = {
    evidence: 0.5 / count('evidence'),
    never: 0.3 / count('never'),
    copy: 0.1 / count('copy'),
    noise: 0.1 / count('noise'),
  };
  return fitDense(
    WORTH_EVIDENCE,
    cases.map(({ row }) => row),
    cases.map(({ kind }) => kind === 'evidence'),
    cases.map(({ kind }) => share[kind] * cases.length),
  );
}

/** Stores a talk turn after turn, with copies of some of it and noise between, and reads what each is worth when it is stored. */
async function casesOf(talk: Talk, random: () => number): Promise<Case[]> {
  const evidence = new Set(talk.questions.flatMap((question) => question.evidence));
  const found = new Map<string, WeighedMemory>();
  const memory = await openMemory({
    file: ':memory:',
    modules: [
      {
        name: 'worth-reader',
        onRemember: (fresh) => {
          found.set(fresh.memory.provenance[0]?.turn ?? '', weighedNew(fresh));
          return null;
        },
      },
    ],
  });
  const kinds = new Map<string, Kind>();
  const told: TalkTurn[] = [];
  // As many turns that nobody asks for as turns that somebody does, and half as many of each of the others.
  const never = talk.turns.filter(({ turn }) => !evidence.has(turn));
  const share = Math.min(1, evidence.size / Math.max(1, never.length));
  for (const turn of talk.turns) {
    told.push(turn);
    const good = evidence.has(turn.turn);
    if (good || random() < share) kinds.set(turn.turn, good ? 'evidence' : 'never');
    if (!good || random() > 0.5) continue;
    const words = turn.content.length > 600 ? null : paraphrase(turn.content, random);
    if (words !== null) told.push({ ...turn, content: words, turn: `${turn.turn}~copy` });
    told.push({
      ...turn,
      content: NOISE[Math.floor(random() * NOISE.length)] ?? '',
      turn: `${turn.turn}~noise`,
    });
  }
  for (const { turn } of told) {
    if (turn.endsWith('~copy')) kinds.set(turn, 'copy');
    if (turn.endsWith('~noise')) kinds.set(turn, 'noise');
  }
  try {
    for (const turn of told) await memory.remember(turn);
  } finally {
    await memory.close();
  }
  // What is found to be there already on writing is no store of its own.
  return [...kinds].flatMap(([turn, kind]) => {
    const weighed = found.get(turn);
    return weighed === undefined ? [] : [{ kind, row: weighed.evidence, weighed }];
  });
}
