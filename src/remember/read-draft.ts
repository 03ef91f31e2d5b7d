import { TRAITS, type Trait } from '../domain/change.js';
import type { EntityType } from '../domain/graph.js';
import type { Memory } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import { readCauses } from '../language/causes.js';
import { readDates } from '../language/dates.js';
import { detectLanguage } from '../language/detect-language.js';
import { readEntities } from '../language/entities.js';
import { readRelations } from '../language/relations.js';
import { readUtterance } from '../language/speech.js';
import type { Stemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import type { AdmittedInput } from './admit.js';
import type { ReadDraft } from './draft.js';

/** What the bank already knows that helps to read. */
export interface ReadingHints {
  /** Names of those who have spoken in the bank. */
  readonly people: readonly string[];
  readonly known: (normalisedName: string) => EntityType | undefined;
}

type Reading = Pick<ReadDraft, 'language' | 'terms' | 'traits' | 'mentions' | 'relations' | 'causes' | 'dates'>;

/** Reads an input's text: language, words, names, relations, causes, dates, manner. Pure, no model. */
export function readDraft(input: AdmittedInput, stemmer: Stemmer, hints: ReadingHints): ReadDraft {
  return { ...input, ...readText(input.content, input.saidAt, input.provenance.speaker, stemmer, hints) };
}

/** Reads a stored memory again, for indexes that are made anew. */
export function readForIndex(memory: Memory, stemmer: Stemmer): Pick<Reading, 'terms' | 'traits'> {
  return readText(memory.content, memory.saidAt, memory.speaker, stemmer, { people: [], known: () => undefined });
}

function readText(content: string, saidAt: Instant, speaker: string | null, stemmer: Stemmer, hints: ReadingHints): Reading {
  const language = detectLanguage(content);
  const entityHints = { ...hints, language, ...(speaker === null ? {} : { speaker }) };
  const mentions = readEntities(content, entityHints);
  const dates = readDates(content, saidAt, language);
  const causes = readCauses(content);
  return {
    language,
    terms: contentTerms(content, language, stemmer),
    traits: traitBits({
      ...readUtterance(content),
      date: dates.length > 0,
      name: mentions.some((mention) => mention.type !== 'thing' && mention.type !== 'concept'),
      cause: causes.length > 0,
    }),
    mentions,
    relations: readRelations(content, mentions, entityHints),
    causes,
    dates: dates.map(({ text, from, to, precision, recurring, approximate }) => ({ text, from, to, precision, recurring, approximate })),
  };
}

type Manner = Readonly<Record<Trait, boolean>>;

function traitBits(held: Manner): number {
  return (Object.keys(held) as Trait[]).reduce((bits, trait) => (held[trait] ? bits | TRAITS[trait] : bits), 0);
}
