import {
  type CauseCue,
  type CauseMention,
  clause,
  type Clause,
  CLAUSE_CUES,
  readCauses,
  splitByCue,
} from './causes.js';
import { ReadText, type Readable } from '../read-text.js';
import { IMPLIED_CUES, VERBAL_CUES } from './verbal-cues.js';

/** How a cause is expressed: by a connective, by a verb, or by weaker signs. */
export type CauseExpression = 'stated' | 'verbal' | 'implied';

export interface CausalClauses extends CauseMention {
  readonly telling: CauseExpression;
}

/** Longer sentences are lists or logs; their verbs are ignored. */
const LONGEST_SENTENCE = 1_000;

/**
 * Cause and effect of each sentence that states one, and those within the clauses themselves: by connectives as
 * {@link readCauses} reads them, else by verbs ("sparked", "stems from"), else, if `impliesCause` says that the
 * sentence contains a cause, by weaker signs ("after", "to protest"). Clauses are reduced to their statement: without
 * "he said" and dependent phrases.
 */
export function readCausalClauses(
  given: Readable,
  impliesCause: (sentence: ReadText) => boolean,
): CausalClauses[] {
  const reading = ReadText.of(given);
  const { text } = reading;
  const stated = readCauses(reading);
  const found: CausalClauses[] = [];
  let next = 0;
  for (const sentence of reading.sentences) {
    // A question asks for a cause and states none. A cause may be in the previous sentence; its cue is in the
    // later clause.
    const mention = stated[next];
    if (mention !== undefined && last(mention) > sentence.start && last(mention) <= sentence.end) {
      if (!sentence.text.endsWith('?'))
        found.push(...links(text, { ...mention, telling: 'stated' }));
      next++;
      continue;
    }
    if (
      sentence.text.startsWith('```') ||
      sentence.text.endsWith('?') ||
      sentence.text.length > LONGEST_SENTENCE
    )
      continue;
    const verbal = splitByCue(text, sentence, VERBAL_CUES);
    if (verbal !== null) {
      found.push(...links(text, { ...verbal, telling: 'verbal' }));
      continue;
    }
    const implied = splitByCue(text, sentence, IMPLIED_CUES);
    if (implied !== null && impliesCause(sentence.reading))
      found.push(trimmed(text, { ...implied, telling: 'implied' }));
  }
  return found;
}

/** "A caused B, which led to C": causes within each clause extend the chain. */
function links(text: string, mention: CausalClauses): CausalClauses[] {
  const inner = [mention.cause, mention.effect].flatMap((own): CausalClauses[] => {
    const linked =
      own === null
        ? null
        : splitByCue(text, { ...own, reading: new ReadText(own.text) }, LINKING_CUES);
    return linked === null ? [] : [{ ...linked, telling: mention.telling }];
  });
  return [mention, ...inner].map((each) => trimmed(text, each));
}

/** Minimum confidence of cues used within a clause: only unambiguous ones. */
const SURE_LINK = 0.6;
const LINKING_CUES: readonly CauseCue[] = [...CLAUSE_CUES, ...VERBAL_CUES].filter(
  ({ confidence }) => confidence >= SURE_LINK,
);

const last = ({ cause, effect }: CauseMention): number => Math.max(cause?.end ?? 0, effect.end);

function trimmed(text: string, mention: CausalClauses): CausalClauses {
  const { cause, effect } = mention;
  const causeFirst = cause !== null && cause.start < effect.start;
  return {
    ...mention,
    cause: cause === null ? null : causeFirst ? withoutLead(text, cause) : withoutTail(text, cause),
    effect: causeFirst || cause === null ? withoutTail(text, effect) : withoutLead(text, effect),
  };
}

const SAYING =
  '(?:said|says|say|told|tells|added|adds|reported|reports|claimed|claims|alleged|stated|announced|noted|warned|argued|explained|according to|reckons?|believes?)';
/** Leading text before the clause itself: an earlier clause, or only who said it and when. */
const LEAD = new RegExp(
  `^.*(?:[;:] | ${SAYING}(?: on \\p{Lu}\\p{L}+)?(?: ,)? that | ${SAYING} | ?, (?:and|but|while|where|which|who) (?=\\p{L}+ \\p{L}+))(?=.{12})`,
  'su',
);
/** Where another clause begins. */
const TAIL = new RegExp(
  `(?<=.{12})(?: ?[;:] | ?[,”"] ?(?:\\p{L}+ ){0,5}${SAYING}(?!\\p{L})| ?, (?:and|but|while|where|which|who|whereas|although|though|so)(?!\\p{L})|'' ).*$`,
  'su',
);
/** "On Tuesday , ", "However , ". */
const OPENING =
  /^(?:(?:on|in|at|last|by|earlier|later|yesterday|today|meanwhile|however|also|but|and)(?: [\p{L}\p{N}]+){0,3} ?, )/iu;

function withoutLead(text: string, { start, end, text: own }: Clause): Clause {
  const lead = LEAD.exec(own)?.[0].length ?? 0;
  const opening = OPENING.exec(own.slice(lead))?.[0].length ?? 0;
  return clause(text, start + lead + opening, end) ?? { start, end, text: own };
}

function withoutTail(text: string, { start, end, text: own }: Clause): Clause {
  const tail = TAIL.exec(own);
  return (
    (tail === null ? null : clause(text, start, start + tail.index)) ?? { start, end, text: own }
  );
}
