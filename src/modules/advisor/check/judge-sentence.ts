import type { SentenceVerdict } from './answer.js';
import { CHECK_EVIDENCE, type ByNote, type CheckModel } from './check-model.js';
import { isGone } from './evidence.js';
import type { Compared, Comparison } from './note-comparison.js';

/** A sentence is called contradicted only where that is so much likelier than that no note tells. */
const SURELY_FALSE = 1.3;
/** A note speaks for a verdict that has at least this share of what the most telling note has. */
const TELLING = 0.5;
const MOST_NOTES = 3;
/** The share of a sentence's words that a note denies which can only speak against it. */
const DENIES_MUCH = 0.4;

/** What is made of a sentence, and the notes behind it, most telling first. */
export interface Judged {
  readonly verdict: SentenceVerdict;
  readonly by: readonly Compared[];
}

/** What a sentence is that denies what was judged. */
const DENIED: Readonly<Record<SentenceVerdict, SentenceVerdict>> = {
  supported: 'contradicted',
  outdated: 'supported',
  contradicted: 'supported',
  'not known': 'not known',
};

/** What notes make of a sentence. */
export function judgeSentence({ compared, isDenied }: Comparison, model: CheckModel): Judged {
  const same = compared.find(({ isSame }) => isSame);
  if (same !== undefined)
    return {
      verdict:
        isGone(same.candidate.note) || same.candidate.instead !== null ? 'outdated' : 'supported',
      by: [same],
    };
  const { verdict, by } = judgeAffirmed(compared, model);
  if (!isDenied) return { verdict, by };
  const now = by.filter(({ candidate: { note } }) => !isGone(note));
  const instead = by.flatMap((each) => standingOf(each) ?? []);
  return { verdict: DENIED[verdict], by: verdict === 'outdated' ? instead : now };
}

/**
 * Each note may bear a sentence out, bear it out as what was so, or speak against it: of each the most telling counts, against that
 * none of them tells. What was so is told by what has given way or was told anew, or
 * by what says that it is so no more.
 */
function judgeAffirmed(compared: readonly Compared[], model: CheckModel): Judged {
  const by: Readonly<Record<ByNote, readonly number[]>> = {
    true: oddsOf('true', compared, model, bearsOut),
    outdated: oddsOf('outdated', compared, model, tellsOfPast),
    false: oddsOf('false', compared, model, () => true),
  };
  const most = (of: ByNote): number => Math.max(0, ...by[of]);
  const [held, gone, against] = [most('true'), most('outdated'), most('false')];
  const unknown = Math.exp(model.unknown);
  const telling = (of: ByNote): readonly Compared[] => tellingOf(compared, by[of]);
  if (Math.max(held, gone) >= against + unknown)
    return held >= gone
      ? { verdict: 'supported', by: telling('true') }
      : { verdict: 'outdated', by: telling('outdated') };
  return against > SURELY_FALSE * unknown
    ? { verdict: 'contradicted', by: telling('false') }
    : { verdict: 'not known', by: [] };
}

/** What has given way bears nothing out, nor what denies much of the sentence. */
const bearsOut = ({ candidate: { note }, evidence, hasNumbers }: Compared): boolean =>
  !isGone(note) &&
  hasNumbers &&
  evidence['other name'] === 0 &&
  evidence['denied by note'] < DENIES_MUCH;

const tellsOfPast = ({ candidate: { note, instead }, evidence }: Compared): boolean =>
  isGone(note) ||
  instead !== null ||
  note.validity.state === 'ended' ||
  evidence['denied by note'] > 0;

/** The odds that each note makes a sentence so, unnormalised; 0 for those that cannot. */
function oddsOf(
  of: ByNote,
  compared: readonly Compared[],
  { weights, intercepts }: CheckModel,
  can: (each: Compared) => boolean,
): readonly number[] {
  return compared.map((each) =>
    can(each)
      ? Math.exp(
          CHECK_EVIDENCE.reduce(
            (sum, name, at) => sum + (weights[of][at] ?? 0) * each.evidence[name],
            intercepts[of],
          ),
        )
      : 0,
  );
}

/** What holds instead of what was so; null if nothing is told to. */
export function standingOf(compared: Compared): Compared | null {
  const { note, instead, near } = compared.candidate;
  if (instead !== null) return { ...compared, candidate: { note: instead, instead: null, near } };
  // A note that holds may tell what was so before it.
  return isGone(note) ? null : compared;
}

function tellingOf(compared: readonly Compared[], odds: readonly number[]): readonly Compared[] {
  const most = Math.max(...odds);
  return compared
    .map((each, at) => ({ each, own: odds[at] ?? 0 }))
    .filter(({ own }) => own > 0 && own >= most * TELLING)
    .sort((a, b) => b.own - a.own)
    .slice(0, MOST_NOTES)
    .map(({ each }) => each);
}
