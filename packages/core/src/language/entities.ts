import type { EntityType } from '../domain/graph.js';
import { capitalisedNames, type CapitalisedName } from './names/capitalised-names.js';
import type { EntityHints, EntityMention } from './names/entity-mention.js';
import { knownWords } from './names/known-words.js';
import type { NameToken } from './names/name-tokens.js';
import {
  nounKind,
  possessedMention,
  possessedNouns,
  type PossessedNoun,
} from './names/possessed-nouns.js';
import { quotedTitles, type QuotedTitle } from './names/quoted-titles.js';
import { startReading, type Reading } from './names/reading.js';
import { sigilNames } from './names/sigil-names.js';
import { ReadText, type Readable } from './read-text.js';
import { readingStep } from './reading-step.js';

export type { EntityHints, EntityMention } from './names/entity-mention.js';

/**
 * The names in a text and the possessed things that matter to a memory ("my dog"), in text order,
 * non-overlapping. By lists and rules alone, in time linear in the length of the text; deterministic.
 */
export const readEntities = readingStep('names', (): EntityMention[] => [], mentionsIn);

const UNNAMED_BY_FIGURES: ReadonlySet<EntityType> = new Set(['person', 'place', 'thing']);

function mentionsIn(given: Readable, hints: EntityHints = {}): EntityMention[] {
  const { text } = ReadText.of(given);
  const reading = startReading(text, hints);
  const titles = quotedTitles(text);
  // A bare figure names nobody and nothing by itself: “With 30 % rye”, “from 9 to 31”; “1984” may be read.
  const names = capitalisedNames(reading, titles).filter(
    ({ mention: { name, type } }) => /\p{L}/u.test(name) || !UNNAMED_BY_FIGURES.has(type),
  );
  const nouns = possessedNouns(reading.tokens, names);
  return withoutOverlaps([
    ...titles.map((title) => titleMention(text, title)),
    ...nameMentions(reading, names, nouns),
    ...sigilNames(reading.tokens),
    ...knownWords(reading),
    ...nouns.map((noun) => possessedMention(reading.tokens, noun, hints)),
  ]);
}

function titleMention(text: string, title: QuotedTitle): EntityMention {
  return {
    name: text.slice(title.start, title.end).replace(/\s+/g, ' '),
    type: 'work',
    start: title.start,
    end: title.end,
    confidence: title.cued ? 0.9 : 0.55,
  };
}

/**
 * The names, with the type corrected by an adjacent possessed noun: "my dog Max" is no person, "my sister
 * Paris" is one.
 */
function nameMentions(
  reading: Reading,
  names: readonly CapitalisedName[],
  nouns: readonly PossessedNoun[],
): EntityMention[] {
  const possessed = new Set(nouns.map((noun) => noun.index));
  return names.map(({ first, mention }) => {
    const at = appositionIndex(reading.tokens, first);
    const noun = reading.tokens[at];
    if (noun === undefined || (first - at === 1 && !possessed.has(at))) return mention;
    const kind = nounKind(noun.lower);
    if (kind === 'relative') return { ...mention, type: 'person', confidence: 0.92 };
    return kind === 'pet' ? { ...mention, type: 'thing', confidence: 0.92 } : mention;
  });
}

/**
 * The noun that a name specifies: "my dog Max", "my dog, Max", "my dog is called Max", "my dog's name is
 * Max"; -1 for none.
 */
function appositionIndex(tokens: readonly NameToken[], first: number): number {
  const name = tokens[first] as NameToken;
  if (name.joined || name.gap === ', ') {
    const before = tokens[first - 1];
    if (before === undefined) return -1;
    if (!['named', 'called', 'is'].includes(before.lower))
      return before.possessive ? -1 : first - 1;
    const back = tokens[first - 2];
    if (back?.lower === 'name') return first - 3;
    return back?.lower === 'is' || back?.lower === 'was' ? first - 3 : first - 2;
  }
  return -1;
}

function withoutOverlaps(mentions: readonly EntityMention[]): EntityMention[] {
  const ordered = [...mentions].sort(
    (a, b) => a.start - b.start || b.end - a.end || b.confidence - a.confidence,
  );
  const kept: EntityMention[] = [];
  let end = -1;
  for (const mention of ordered) {
    if (mention.start < end) continue;
    kept.push(mention);
    end = mention.end;
  }
  return kept;
}
