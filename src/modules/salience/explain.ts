import { GOOD } from '../../domain/worth.js';
import { addedBy } from '../../recall/confidence/logistic.js';
import type { Likest, WorthEvidence, WorthName } from './evidence.js';
import type { WorthModel } from './shipped-worth.js';

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
export function explain(
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
