import { askedForeign } from '../claims/foreign-claims.js';
import { singular } from '../singular.js';

/** Words by which a question asks for a slot, besides the slot's own. */
const ASKED_BY: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^lives in$/,
    /\b(?:where|liv\w*|home|city|town|country|mov\w*|address|based|resid\w*|relocat\w*)\b/,
  ],
  [/^works at$/, /\b(?:work\w*|job|employ\w*|company|firm|boss)\b/],
  [
    /^works as$/,
    /\b(?:work\w*|job|profession|occupation|for a living|career|trade|do(?:es)? \w+ do|did \w+ do)\b/,
  ],
  [/^place$/, /\b(?:where|place|location|venue|city|country|held|move\w*)\b/],
  [/^costs$/, /\b(?:cost\w*|price\w*|how much|pa(?:y|id)\w*|expens\w*|fee|rent)\b/],
  [/^age$/, /\b(?:old|age\w*|young)\b/],
  [/^name$/, /\b(?:name\w*|call\w*)\b/],
  [
    /^state marital$|^partner$/,
    /\b(?:marri\w*|marr\w*|single|marital|engag\w*|divorc\w*|wife|husband|spouse|partner|relationship|dating|date|girlfriend|boyfriend|status|with)\b/,
  ],
  [/^state diet$|^eats /, /\b(?:diet\w*|vegetarian|vegan|meat|eat\w*|food)\b/],
  [/^state life$/, /\b(?:alive|dead|die\w*|living)\b/],
  [/^drives$/, /\b(?:driv\w*|drove|car|vehicle)\b/],
  [/^studies$/, /\b(?:stud\w*|major\w*|degree|subject|course)\b/],
  [/^runs$/, /\b(?:runs?|ran|running|version|runtime|upgrad\w*|use[sd]?)\b/],
  [/^written in$/, /\b(?:writ\w*|language|implement\w*)\b/],
  [/^uses /, /\b(?:us(?:e|es|ed|ing)|database|tool|which|what)\b/],
  [/^prefers /, /\b(?:prefer\w*|favou?rite|like\w*|which|theme|editor|mode)\b/],
  [/^likes /, /\b(?:lik\w*|lov\w*|enjoy\w*|hat\w*|dislik\w*|feel\w*|think\w*|fan|stand)\b/],
  [/^number of /, /\bhow many\b|\bnumber\b/],
  [/^(?:is|when|state \w+)$/, /./],
];
/** These slots include the name of a thing, which the question must contain, too. */
const NAMES_THING =
  /^(?:likes|has|number of|eats|allergic|can|play|drink|support|accept|require|speak|allow|attend|wear) (.+)$/;
const SAME: Readonly<Record<string, string>> = {
  kid: 'child',
  favorite: 'favourite',
  color: 'colour',
  mom: 'mother',
  mum: 'mother',
  dad: 'father',
  mail: 'email',
};
const FILLERS = new Set(['the', 's', 'of', 'a', 'an', 'user', 'our', 'my', 'for', 'in', 'on']);

/** Whether a question asks for the value of one slot of one subject. */
export function asksFor(question: string, subject: string, slot: string): boolean {
  const lower = question.toLowerCase();
  const asked = new Set(wordsOf(lower));
  const foreign = askedForeign(question);
  if (foreign !== null)
    return (
      foreign.slots.includes(slot) &&
      (foreign.subject.kind === 'name'
        ? namesSubject(lower, asked, subject)
        : OF_USER.test(subject) || /^\p{L}+$/u.test(subject) || subject === 'the user')
    );
  if (!namesSubject(lower, asked, subject)) return false;
  const thing = NAMES_THING.exec(slot)?.[1];
  if (thing !== undefined) return wordsOf(thing).some((word) => near(asked, word));
  const row = ASKED_BY.find(([pattern]) => pattern.test(slot));
  return row === undefined
    ? wordsOf(slot).some((word) => near(asked, word))
    : row[1].test(lower) ||
        wordsOf(slot.split(' ').slice(1).join(' ')).some((word) => near(asked, word));
}

/** For users, the asker says "I". */
const OF_USER = /\(the user\)$/;

function namesSubject(lower: string, asked: ReadonlySet<string>, subject: string): boolean {
  const words = wordsOf(subject.toLowerCase()).filter((word) => !FILLERS.has(word));
  const own = /\b(?:i|my|me|we|our|user)\b/.test(lower);
  if (words.length === 0) return own;
  const named = words.filter((word) => near(asked, word)).length;
  return (
    named >= Math.max(1, words.length - 1) ||
    (own &&
      named === 0 &&
      (OF_USER.test(subject) || (words.length === 1 && /^\p{L}+$/u.test(subject))))
  );
}

/** Equal, or equal except for an ending. */
function near(asked: ReadonlySet<string>, word: string): boolean {
  if (asked.has(word)) return true;
  const stem = word.length > 4 ? word.slice(0, Math.max(4, word.length - 2)) : null;
  return (
    stem !== null &&
    [...asked].some((other) => other.startsWith(stem) && Math.abs(other.length - word.length) <= 3)
  );
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(
    (word) => SAME[singular(word)] ?? singular(word),
  );
}

/** Which of a slot's values over time a question asks for. */
export type AskedTime = 'now' | 'before' | 'first';

const FIRST =
  /\b(?:original(?:ly)?|initially|at first|first of all|to begin with|in the beginning)\b/i;
const BEFORE =
  /\b(?:before|previous(?:ly)?|former(?:ly)?|used to|prior to|earlier|old(?! (?:is|are|was|were)\b)|past|back then|last (?:job|car|home|address|employer)|früher|vorher|davor|zuvor|antes|anteriormente)\b/i;

/** "Where did X live before?", "originally", "used to": a question about the past without a date. */
export function askedTime(question: string): AskedTime {
  const plain = question.replace(/\bhow old\b|\byears? old\b/gi, ' ');
  if (FIRST.test(plain)) return 'first';
  return BEFORE.test(plain) ? 'before' : 'now';
}
