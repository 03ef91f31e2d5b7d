import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { GOOD, type Worth, type WorthSuggestion } from '../../domain/receipt.js';
import type { NearestCopy, WorthEvidence, WorthName } from './evidence.js';
import { SHIPPED_WORTH, type WorthModel } from './shipped-worth.js';
import { addedBy, chance } from '../../recall/confidence/logistic.js';
import type { Lifecycle } from '../../spaces/learning-score.js';

/** Explanations of a high value of a feature. Features without one are not mentioned. */
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
/** Explanations that may speak for a memory, as opposed to those of what it lacks. */
const HAS: ReadonlySet<string> = new Set(
  Object.entries(MUCH).flatMap(([name, words]) =>
    name === 'question' || name === 'smallTalk' ? [] : [words],
  ),
);
/** Minimum contribution, in log-odds, to be mentioned, and maximum number of reasons. */
const TELLING = 0.15;
const MAX_REASONS = 3;
const COPIED = 0.7;

/** Explains a reward by the strongest contributions. */
function explain(
  reward: number,
  evidence: WorthEvidence,
  { share, of }: NearestCopy,
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
  // Low rewards were often wrong on what people say of their lives, so they are no verdict.
  if (reward < 0) return sentence('What it is worth cannot be told', said(...copied));
  const [forIt = ''] = speaking.filter((each) => HAS.has(each));
  const [against = ''] = copied;
  return sentence('Worth something', [forIt, against].filter((each) => each !== '').join(', but '));
}

const sentence = (verdict: string, reasons: string): string =>
  reasons === '' ? `${verdict}.` : `${verdict}: ${reasons}.`;

/** Each feature's contribution relative to an average memory, in log-odds, with its explanation. */
function contributions(
  evidence: WorthEvidence,
  model: WorthModel,
): { readonly adds: number; readonly words: string | undefined }[] {
  return addedBy(model, evidence).map((adds, at) => {
    const name = model.names[at] as WorthName;
    return { adds, words: evidence[name] > (model.mean[at] ?? 0) ? MUCH[name] : LITTLE[name] };
  });
}

/** Threshold of similarity for near copies, and penalties for those, for a missing reason and for low confidence. */
const NEAR_COPY = 0.9;
const COPY_LOSES = 0.4;
const NO_REASON_LOSES = 0.5;
const DOUBTED_LOSES = 0.3;
const DOUBTED_BELOW = 0.5;

/** Number of words of a full sentence, on the logarithmic scale of the feature. */
const SAYS_MUCH = 0.6;
/** Minimum for a text with a claim, however short: "I moved to Berlin." */
const STATES = 0.8;

/** The fields that show how well a memory is documented. */
type Kept = Pick<Memory, 'kind' | 'confidence' | 'provenance' | 'session'>;

/** The inputs for weighing a memory. */
export interface WeighedMemory {
  readonly evidence: WorthEvidence;
  readonly likest: NearestCopy;
  readonly kept: Kept;
  readonly stage: Lifecycle;
  /** Its id if stored or about to be; null for a mere query. */
  readonly id: MemoryId | null;
}

/** Weighs a memory: three parts, their mean, and an explanation. */
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

/** Favours novelty in a young bank, and coherence in an old one. */
function gardenerPart(evidence: WorthEvidence, { novelty, coherence }: Lifecycle): number {
  const { copied, fresh, knownNames } = evidence;
  const fits = Math.min(1, 1 - fresh + knownNames / 2);
  const grows = (novelty + coherence * fits) * (1 - copied) * saysOf(evidence);
  return clamped(signed(grows) - (copied > NEAR_COPY ? COPY_LOSES : 0));
}

/** Scores provenance: who said it and where, about what, and the reason if the kind needs one. */
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

/** Maps 0..1 to −1..1. */
const signed = (share: number): number => 2 * (share - 0.5);
const clamped = (value: number): number => Math.max(-1, Math.min(1, value));
const round = (value: number): number => Math.round(value * 1_000) / 1_000;
