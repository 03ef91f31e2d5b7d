import type { Memory } from '@mneme/core/domain/memory.js';
import {
  type CausalClauses,
  readCausalClauses,
} from '@mneme/core/language/causal/causal-clauses.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';

/** The content of a clause, for comparison. */
export interface Proposition {
  readonly text: string;
  /** Distinct stems of its content words. */
  readonly terms: readonly string[];
  readonly negated: boolean;
  /** Stated as a possibility. */
  readonly unsure: boolean;
}

const NEGATED =
  /(?<![\p{L}])(?:not|never|no longer|no|nobody|nothing|none|without|cannot|nicht|kein(?:e[nmrs]?)?|nie|niemals|ohne|pas|jamais|sans|nunca|sin)(?![\p{L}])|n['’]t(?![\p{L}])/iu;
const UNSURE =
  /(?<![\p{L}])(?:may|might|could|would|should|perhaps|maybe|probably|possibly|apparently|supposedly|i think|i guess|i suspect|if|unless|whether|vielleicht|wohl|womöglich|könnte|würde|peut-être|quizás|tal vez)(?![\p{L}])/iu;

/** Expressions of time and frequency, which are not part of what happened. */
const WHEN =
  /(?<![\p{L}])(?:today|yesterday|tonight|tomorrow|again|finally|suddenly|just|(?:last|next|this|that|every) (?:week|month|year|night|morning|evening|afternoon|day)|in the (?:night|morning|evening|afternoon)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|during the (?:day|night)|at (?:noon|night|midnight))(?![\p{L}])/giu;
/** Introductions that say who found out, not part of it either. */
const LEARNED =
  /^(?:we|i|they|he|she|you|everybody|everyone|people) (?:have |had |just |also )?(?:found out|noticed|learned|learnt|heard|saw|discovered|realised|realized|know|knew|established) (?:\p{L}{1,12} )?that /iu;

/** Minimum similarity of two clauses to count as one. */
const SAME_FROM = 0.6;
/** Minimum similarity where each has words that the other lacks. */
const SAME_BOTH_DIFFER = 0.8;

export function readProposition(text: string, language: string, stemmer: Stemmer): Proposition {
  return {
    text,
    terms: [
      ...new Set(contentTerms(text.replace(LEARNED, '').replace(WHEN, ' '), language, stemmer)),
    ],
    negated: NEGATED.test(text),
    unsure: UNSURE.test(text),
  };
}

/**
 * Similarity of two clauses, 0..1: Dice's coefficient of their stems; 0 where one denies what the other states, or
 * too few words are shared.
 */
export function sameness(one: Proposition, other: Proposition): number {
  return one.negated === other.negated ? likeness(one, other) : 0;
}

/** The same, regardless of negation. */
export function likeness(one: Proposition, other: Proposition): number {
  const shared = one.terms.filter((term) =>
    other.terms.some((each) => sameTerm(term, each)),
  ).length;
  if (shared < 2 && (shared === 0 || one.terms.length > 1 || other.terms.length > 1)) return 0;
  const dice = Math.min(1, (2 * shared) / (one.terms.length + other.terms.length));
  const bothDiffer = shared < one.terms.length && shared < other.terms.length;
  return dice >= (bothDiffer ? SAME_BOTH_DIFFER : SAME_FROM) ? dice : 0;
}

/** Stemming sometimes leaves forms of one word apart: overheat, overheated. */
const MIN_STEM = 5;

function sameTerm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_STEM && long.startsWith(short);
}

/** Index key under which forms of one word coincide. */
export const termKey = (term: string): string => term.slice(0, MIN_STEM);

/** One cause stated by one memory. */
export interface Rule {
  readonly cause: Proposition;
  readonly effect: Proposition;
  /** The words that state it. */
  readonly cue: string;
  /** Certainty of the extraction, 0..1, before the confidence in the memory. */
  readonly reading: number;
}

/** A memory with the causes that it states. */
interface Stated {
  readonly memory: Memory;
  readonly rules: readonly Rule[];
}

/** The evidence of one memory for a link. */
export interface Evidence {
  readonly memory: Memory;
  readonly cue: string;
  /** Certainty of the extraction times the confidence in the memory, 0..1. */
  readonly sureness: number;
}

/** A causal relation, with all its evidence. */
export interface Link {
  readonly cause: Proposition;
  readonly effect: Proposition;
  readonly evidence: readonly Evidence[];
  /** Noisy-or over the evidence, 0..1. */
  readonly sureness: number;
}

/** Factor for what is stated as a possibility. */
const UNSURE_SHARE = 0.5;
/** Minimum similarity for two statements to be of one link. */
const ONE_LINK = 0.9;
/** Words right before a cue that negate it. */
const DENIED = /(?:\bnot|n['’]t|\bnever|\bhardly|\bnicht|\bnie|\bno)(?:\s+\p{L}+)?\s*$/iu;
/** Number of characters before a cue that are searched for a negation. */
const BEFORE_CUE = 24;

/** Causes that a text states in words. Questions, negated causes and mere back-references state none. */
export function readRules(memory: Memory, stemmer: Stemmer): readonly Rule[] {
  const stated = clausesOf(memory, stemmer);
  return stated.length > 0 ? stated : toldByNote(memory, stemmer);
}

/** Certainty that a note's reason, or what was tried, caused what it states. */
const NOTE_READING = 0.8;
/** The reason for advice is not a cause. */
const IS_ADVICE: ReadonlySet<string> = new Set(['opinion', 'howto', 'instruction']);

/** Causes in a note: its reason, or the outcome of what was tried. */
function toldByNote({ note, content, language }: Memory, stemmer: Stemmer): readonly Rule[] {
  if (note === undefined) return [];
  const { type, outcome } = note;
  const because = IS_ADVICE.has(type) ? null : note.because;
  const cause =
    because ?? (outcome === null ? null : [outcome.of, outcome.under ?? ''].join(' ').trim());
  if (cause === null) return [];
  const [why, what] = [cause, content].map((text) => readProposition(text, language, stemmer)) as [
    Proposition,
    Proposition,
  ];
  if (why.terms.length === 0 || what.terms.length === 0) return [];
  return [{ cause: why, effect: what, cue: 'note', reading: NOTE_READING }];
}

function clausesOf({ content, language }: Memory, stemmer: Stemmer): readonly Rule[] {
  return readCausalClauses(content, () => false).flatMap((clauses): Rule[] => {
    const { cause, effect, cue, confidence } = clauses;
    if (cause === null || isDenied(content, clauses)) return [];
    const [because, therefore] = [
      readProposition(cause.text, language, stemmer),
      readProposition(effect.text, language, stemmer),
    ];
    if (because.terms.length === 0 || therefore.terms.length === 0) return [];
    if (sameness(because, therefore) > 0) return [];
    const unsure = because.unsure || therefore.unsure;
    return [
      {
        cause: because,
        effect: therefore,
        cue,
        reading: confidence * (unsure ? UNSURE_SHARE : 1),
      },
    ];
  });
}

/** "Not because it rained", "the storm did not lead to a flood". */
function isDenied(content: string, { cause, effect }: CausalClauses): boolean {
  const [first, second] =
    cause === null || effect.start < cause.start ? [effect, cause] : [cause, effect];
  if (second === null) return false;
  const between = content.slice(Math.max(first.start, first.end - BEFORE_CUE), second.start);
  const lead = between.slice(
    0,
    Math.max(0, first.end - Math.max(first.start, first.end - BEFORE_CUE)),
  );
  return (
    DENIED.test(lead) ||
    /^\W*(?:is |was |are |were )?(?:not|never)\b/i.test(between.slice(lead.length))
  );
}

/** Merges rules that say the same into links: the more memories state one, the more certain it is. */
export function linksOf(stated: readonly Stated[]): Link[] {
  const groups: { cause: Proposition; effect: Proposition; evidence: Evidence[] }[] = [];
  const byTerm = new Map<string, typeof groups>();
  for (const { memory, rules } of stated)
    for (const { cause, effect, cue, reading } of rules) {
      const evidence = { memory, cue, sureness: reading * memory.confidence };
      const near = new Set(cause.terms.flatMap((term) => byTerm.get(termKey(term)) ?? []));
      const group = [...near].find(
        (each) =>
          sameness(each.cause, cause) >= ONE_LINK && sameness(each.effect, effect) >= ONE_LINK,
      );
      if (group !== undefined) {
        // A memory counts once per link.
        if (!group.evidence.some(({ memory: { id } }) => id === memory.id))
          group.evidence.push(evidence);
        continue;
      }
      const founded = { cause, effect, evidence: [evidence] };
      groups.push(founded);
      for (const term of cause.terms) {
        const under = byTerm.get(termKey(term));
        if (under === undefined) byTerm.set(termKey(term), [founded]);
        else under.push(founded);
      }
    }
  return groups.map((group) => ({
    ...group,
    sureness: noisyOr(group.evidence.map(({ sureness }) => sureness)),
  }));
}

/** Probability that at least one of several independent events occurs. */
export const noisyOr = (chances: readonly number[]): number =>
  1 - chances.reduce((none, chance) => none * (1 - chance), 1);
