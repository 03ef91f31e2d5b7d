import type { EntityType } from '../../domain/graph.js';
import { NONE } from '../../indexes/bank-index.js';
import { normaliseName } from '../../language/entity-names.js';
import { words } from '../../language/words.js';
import type { SubQuestion } from '../../language/questions/decompose.js';
import type { Chosen, RecallContext } from '../recall-context.js';
import { mentionedBy } from '../expand.js';
import { inverseDocumentFrequency } from '../understand.js';

type Sought = NonNullable<SubQuestion['seeks']>;

const FITTING: Readonly<Record<Sought, readonly EntityType[]>> = {
  person: ['person'],
  place: ['place'],
  thing: ['work', 'product', 'organisation', 'event', 'thing', 'concept'],
};
/** Only this many of the best results are considered. */
const READ = 3;
/** Results below this share of the best score are ignored. */
const MIN_SHARE = 0.4;
/** A speaker saying "I" is more likely meant than the people spoken of; a speaker talking about others, less. */
const SPEAKER = { firstPerson: 1, else: 0.2 } as const;
const MENTIONED = 0.6;
/** A second candidate this close to the first may be meant as well. */
const CLOSE = 0.85;
const MAX_WORDS = 3;

/**
 * What one step of a question found, as names: one, or two when either may be meant; its most distinctive
 * words when no name fits; or none.
 */
export function finding(chosen: Chosen, sought: Sought, context: RecallContext): string[] {
  const { results, understanding } = chosen;
  const { index } = context.state;
  const best = results[0];
  if (best === undefined) return [];
  const asked = new Set(words(understanding.query).map(({ text }) => normaliseName(text)));
  const votes = new Map<string, { name: string; votes: number }>();
  const vote = (name: string, weight: number): void => {
    const key = normaliseName(name);
    if (key.split(' ').some((word) => asked.has(word))) return;
    votes.set(key, { name, votes: (votes.get(key)?.votes ?? 0) + weight });
  };
  for (const { slot, score, memory } of results
    .slice(0, READ)
    .filter(({ score }) => score >= best.score * MIN_SHARE)) {
    for (const { name, type } of mentionedBy(slot, context.state))
      if (FITTING[sought].includes(type)) vote(name, MENTIONED * score);
    if (sought === 'person' && memory.speaker !== null && index.speaker(slot) !== NONE)
      vote(
        memory.speaker,
        score * (index.has(slot, 'firstPerson') ? SPEAKER.firstPerson : SPEAKER.else),
      );
  }
  const [first, second] = [...votes.values()].sort(
    (a, b) => b.votes - a.votes || a.name.localeCompare(b.name),
  );
  if (first === undefined) return sought === 'person' ? [] : telling(chosen, context);
  return second !== undefined && second.votes >= CLOSE * first.votes
    ? [first.name, second.name]
    : [first.name];
}

/** The rarest words of the best result that are not in the question. */
function telling({ results, understanding }: Chosen, { state, ports }: RecallContext): string[] {
  const { index } = state;
  const best = results[0];
  if (best === undefined) return [];
  const own = new Set([...understanding.terms, ...understanding.nameTerms].map(({ term }) => term));
  const rare = words(best.memory.content)
    .map(({ text }) => ({ text, term: ports.stemmer(text, best.memory.language) }))
    .map(({ text, term }) => ({ text, term, number: index.postings.numberOf(term) }))
    .filter(({ term, number }) => number >= 0 && !own.has(term))
    .map(({ text, number }) => ({ text, rarity: inverseDocumentFrequency(index, number) }))
    .sort((a, b) => b.rarity - a.rarity || a.text.localeCompare(b.text));
  const told = [...new Set(rare.map(({ text }) => text))].slice(0, MAX_WORDS);
  return told.length === 0 ? [] : [told.join(' ')];
}
