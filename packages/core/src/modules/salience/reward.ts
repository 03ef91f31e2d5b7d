import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { GOOD, type Worth, type WorthSuggestion } from '../../domain/receipt.js';
import type { Likest, WorthEvidence, WorthName } from './evidence.js';
import { SHIPPED_WORTH, type WorthModel } from './shipped-worth.js';
import { addedBy, chance } from '../../recall/confidence/logistic.js';
import type { Lifecycle } from '../../spaces/fingerprint/lifecycle.js';

/** What is said of a memory that has much of it. What is not worth a word is left out. */
const MUCH: Partial<Record<WorthName, string>> = {
  question: 'it asks something',
  smallTalk: 'it is small talk',
  number: 'it tells a figure',
  date: 'it tells a date',
  cause: 'it tells why',
  person: 'it speaks of a person',
  place: 'it names a place',
  duration: 'it tells how long',
  feeling: 'it tells how somebody feels',
  preference: 'it tells what somebody likes',
  plan: 'it tells a plan',
  possession: 'it tells what somebody has',
  words: 'it tells much',
  rarity: 'its words are rare here',
  unknown: 'it has words that are new here',
  names: 'it names who or what it is about',
  knownNames: 'it is about what is known here',
  dates: 'it tells when',
  claims: 'it states something',
};
const LITTLE: Partial<Record<WorthName, string>> = {
  words: 'it tells little',
  rarity: 'its words are common here',
  names: 'it names nobody and nothing',
  claims: 'it states nothing that can be looked up',
  dates: 'it tells no day',
};
/** What may speak for a memory, where something speaks against it: what it has, and not what it lacks. */
const HAS: ReadonlySet<string> = new Set(
  Object.entries(MUCH).flatMap(([name, words]) =>
    name === 'question' || name === 'smallTalk' ? [] : [words],
  ),
);
/** So much in log-odds is worth a word, and so many words at most. */
const TELLING = 0.15;
const MAX_REASONS = 3;
const COPIED = 0.7;

/** Why it is worth so much: what speaks most for it, or against it. */
function explain(
  reward: number,
  evidence: WorthEvidence,
  { share, of }: Likest,
  model: WorthModel,
): string {
  const all = contributions(evidence, model);
  const speaking = all
    .filter(({ adds }) => adds > TELLING)
    .sort((a, b) => b.adds - a.adds)
    .flatMap(({ words }) => words ?? []);
  const copied = share > COPIED && of !== null ? [`${of} says much of it already`] : [];
  const said = (...reasons: string[]): string =>
    [...new Set(reasons)].slice(0, MAX_REASONS).join(', ');
  if (reward > GOOD) return sentence('Good to keep', said(...copied, ...speaking));
  // A low figure was often wrong on what people tell of their lives, so that it is no verdict.
  if (reward < 0) return sentence('What it is worth cannot be told', said(...copied));
  const [forIt = ''] = speaking.filter((each) => HAS.has(each));
  const [against = ''] = copied;
  return sentence('Worth something', [forIt, against].filter((each) => each !== '').join(', but '));
}

const sentence = (verdict: string, reasons: string): string =>
  reasons === '' ? `${verdict}.` : `${verdict}: ${reasons}.`;

/** What each figure adds beside an average memory, in log-odds, and how it is said. */
function contributions(
  evidence: WorthEvidence,
  model: WorthModel,
): { readonly adds: number; readonly words: string | undefined }[] {
  return addedBy(model, evidence).map((adds, at) => {
    const name = model.names[at] as WorthName;
    return { adds, words: evidence[name] > (model.mean[at] ?? 0) ? MUCH[name] : LITTLE[name] };
  });
}

/** A near copy above this share of like words loses so much, what lacks its reason so much, what is doubted so much. */
const NEAR_COPY = 0.9;
const COPY_LOSES = 0.4;
const NO_REASON_LOSES = 0.5;
const DOUBTED_LOSES = 0.3;
const DOUBTED_BELOW = 0.5;

/** As many words as a full sentence has, as the logarithm that the evidence has of them. */
const SAYS_MUCH = 0.6;
/** What states something that can be looked up says so much at least, however short it is: "I moved to Berlin." */
const STATES = 0.8;

/** What the curator reads of a memory: how well it is kept. */
type Kept = Pick<Memory, 'kind' | 'confidence' | 'provenance' | 'session'>;

/** What a memory is weighed by. */
export interface WeighedMemory {
  readonly evidence: WorthEvidence;
  readonly likest: Likest;
  readonly kept: Kept;
  readonly stage: Lifecycle;
  /** Its id, where it stands or is about to; null for a text that is only asked about. */
  readonly id: MemoryId | null;
}

/** Weighs a memory: three parts, their mean, and why. */
export function weigh(of: WeighedMemory, model: WorthModel = SHIPPED_WORTH): Worth {
  const { evidence } = of;
  const gardener = gardenerPart(evidence, of.stage);
  const curator = curatorPart(evidence, of.kept);
  const assessor = signed(chance(model, evidence));
  const reward = round((gardener + curator + assessor) / 3);
  return {
    reward,
    gardener: round(gardener),
    curator: round(curator),
    assessor: round(assessor),
    explanation: explain(reward, evidence, of.likest, model),
    suggestions: suggest(of),
  };
}

/** New things while the bank is young, fitting ones when it is old. */
function gardenerPart(evidence: WorthEvidence, { novelty, coherence }: Lifecycle): number {
  const { copied, fresh, knownNames } = evidence;
  const fits = Math.min(1, 1 - fresh + knownNames / 2);
  const grows = (novelty + coherence * fits) * (1 - copied) * saysOf(evidence);
  return clamped(signed(grows) - (copied > NEAR_COPY ? COPY_LOSES : 0));
}

/** Whether it is told who said it and where, of whom or what it speaks, and why where a reason is wanted. */
function curatorPart(
  evidence: WorthEvidence,
  { kind, confidence, provenance, session }: Kept,
): number {
  const [told] = provenance;
  const quality =
    (Number((told?.speaker ?? told?.origin ?? null) !== null) +
      Number(session !== null || (told?.turn ?? null) !== null) +
      3 * evidence.names +
      3 * saysOf(evidence)) /
    8;
  const wantsReason = kind === 'opinion' || kind === 'decision' || kind === 'strategy';
  return clamped(
    signed(quality) -
      (wantsReason && evidence.cause === 0 ? NO_REASON_LOSES : 0) -
      (confidence < DOUBTED_BELOW ? DOUBTED_LOSES : 0),
  );
}

/** How much it says, 0..1. */
const saysOf = ({ words, claims }: WorthEvidence): number =>
  Math.min(1, Math.max(words / SAYS_MUCH, claims > 0 ? STATES : 0));

function suggest({ id, likest }: WeighedMemory): WorthSuggestion[] {
  if (likest.of !== null && likest.share > NEAR_COPY)
    return [
      id === null
        ? {
            why: `${likest.of} says nearly the same.`,
            operation: 'show',
            input: { id: likest.of },
          }
        : {
            why: `${likest.of} says nearly the same: one of them is enough.`,
            operation: 'merge',
            input: { ids: [likest.of, id] },
          },
    ];
  return [];
}

/** 0..1 as −1..1. */
const signed = (share: number): number => 2 * (share - 0.5);
const clamped = (value: number): number => Math.max(-1, Math.min(1, value));
const round = (value: number): number => Math.round(value * 1_000) / 1_000;
