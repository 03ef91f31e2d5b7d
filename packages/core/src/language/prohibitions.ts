import { matchAll } from './match-all.js';

/** The parts of an instruction: what is to be done, and what must not be done, as written. */
export interface Instructed {
  readonly steps: readonly string[];
  readonly avoids: readonly string[];
}

/** What may stand before a command: “Please”, “Important:”, “And then you”. */
const OPENING =
  /^(?:[\s\p{P}\p{S}]|(?:please|pls|and|but|then|also|so|now|important|note|warning|caution|careful|attention|you|we|bitte|und|dann|achtung|wichtig|et|ensuite|attention|svp|y|luego|por favor|e|poi|en|dan|i|potem)(?!\p{L}))*/iu;
/** English forbids at the beginning; “check that it does not run” is something to do. */
const FORBIDDING =
  /^(?:never|(?:do not|don['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t|shall not|may not|can ?not|can['’]t)(?! hesitate)|avoid|refrain from|(?:stay|keep) away from|under no circumstances|on no account|at no (?:time|point)|no longer|not to|no(?! (?:later|sooner|earlier|matter|need|problem|more than|less than|fewer than)(?!\p{L})) \p{L}+|(?:take care|be careful|be sure|make sure|ensure|remember|see)(?: that you)? (?:not|never|do not|don['’]t)|(?:it is |it['’]s )?(?:forbidden|prohibited|not allowed)|(?:nobody|no one) (?:may|must|should|can))(?!\p{L})/iu;
/** “The seal must not be broken”, “Phoning is not allowed”. */
const FORBIDDING_PASSIVE =
  /(?<!\p{L})(?:(?:must|may|should|shall|can)(?: not|n['’]?t| never) be|cannot be|(?:is|are)(?: not|n['’]t| never) (?:to be|allowed|permitted)|(?:is|are) (?:forbidden|prohibited|off limits))(?!\p{L})/iu;
/** Other languages put the negation anywhere in the first clause of a command. */
const FORBIDDING_ABROAD =
  /(?<!\p{L})(?:nicht|nie|niemals|kein(?:e|en|em|er|es)?|auf keinen fall|vermeiden?|ne|n['’]\p{L}+|jamais|évite[rz]?|nunca|jamás|evit(?:a|ar|e|are)|non|mai|não|niet|nooit|geen|vermijd|nigdy|unikaj|не|никогда|нельзя)(?!\p{L})|^no(?= (?!longer|later|sooner|earlier|matter|need|problem|more|less|fewer)\p{L})|不要|不得|不可|切勿|禁止|請勿|请勿|ないで|てはいけ|하지 ?마|금지/iu;
const UNFORGOTTEN =
  /(?<!\p{L})(?:forget|vergiss|vergessen|oublie[rz]?|oublies|olvid\p{L}*|dimentic\p{L}*|esqueç\p{L}*|esquec\p{L}*|vergeet|vergeten|zapomn\p{L}*|забуд\p{L}*|забыв\p{L}*)|忘/iu;
const CONDITION =
  /^(?:if|when|unless|where|wenn|falls|sobald|si|quand|cuando|se|quando|als|indien|jeśli|gdy|если|когда)(?!\p{L})/iu;
const FIRST_CLAUSE = /^[^,;:.!?\n]*/u;
/** Where a prohibition ends and what to do instead begins. A bare comma may go on with the prohibition. */
const TURN =
  /[.!?;。！？；]|\s[-–—]\s|[\s,](?=(?:but|instead|rather)\s)|,(?=\s(?:sondern|stattdessen|mais|sino|bensì|mas sim|maar)\s)/giu;
/** “but call them” is to be done, “but” is no part of it. */
const CONTRAST = /^(?:but|instead|rather|sondern|stattdessen|mais|sino|maar)(?:,|\s)\s*/iu;

/** Whether a sentence or clause begins by forbidding: “Never restart it”, “Den Server nicht neu starten”. */
export function forbids(clause: string): boolean {
  const said = clause.slice(OPENING.exec(clause)?.[0].length ?? 0);
  if (CONDITION.test(said)) return false;
  const first = FIRST_CLAUSE.exec(said)?.[0] ?? '';
  return (
    [FORBIDDING, FORBIDDING_PASSIVE, FORBIDDING_ABROAD].some((cue) => cue.test(first)) &&
    !UNFORGOTTEN.test(first)
  );
}

/** Separates what an instruction forbids from what it tells to do, in order. Linear in the text. */
export function readInstruction(text: string): Instructed {
  const parts = partsOf(text);
  // Without a prohibition, the text is one step, as written.
  if (!parts.some(forbids)) return { steps: [text], avoids: [] };
  const avoids = parts.filter(forbids);
  const steps = parts.filter((part) => !forbids(part)).map((part) => part.replace(CONTRAST, ''));
  return { steps, avoids };
}

function partsOf(text: string): string[] {
  const ends = matchAll(text, TURN).map((match) => match.index + match[0].length);
  return [0, ...ends].flatMap((start, at) => {
    const said = text
      .slice(start, ends[at] ?? text.length)
      .replace(/(?<![\s,;–—-])[\s,;–—-]+$/u, '')
      .trim();
    return /[\p{L}\p{N}]/u.test(said) ? [said] : [];
  });
}

/** What is told of somebody's rule: “No migrations before four”, “nothing of it may become public”. */
const DENIES =
  /(?<!\p{L})(?:no(?! longer)|not|never|nobody|nothing|none|cannot|neither|nor)(?!\p{L})/iu;
/** What forbids wherever it stands. */
const OUTRIGHT =
  /(?<!\p{L})(?:(?:must|may|should|shall) (?:not|never)|(?:nobody|no one) (?:may|must|should)|not (?:allowed|permitted)|forbidden)(?!\p{L})/iu;

/** Whether a sentence that tells how somebody wants it, or how it is to be, says that something must not be. */
export function restrains(text: string, isRule: boolean): boolean {
  return (isRule ? DENIES : OUTRIGHT).test(text);
}

/** A prohibition with a condition allows the thing where the condition is met. */
const CONDITIONAL = /(?<!\p{L})(?:before|until|till|unless|without|except|only|if|when)(?!\p{L})/iu;
/** A prohibition may begin inside of a sentence. */
const CLAUSE_END = /[.!?;:\n]|,\s|\s(?=(?:and|but|instead|rather|then)\s)/u;

/** Whether a rule lets something where a condition is met: “until the board has announced it”. */
export const hasCondition = (rule: string): boolean => CONDITIONAL.test(rule);

/** Of the names that stand in a text, those that it forbids wherever it names them, without a condition. */
export function forbiddenNames(text: string, names: readonly string[]): string[] {
  const clauses = text.split(CLAUSE_END);
  return names.filter((name) => {
    const naming = clauses.filter((clause) => clause.includes(name));
    return (
      naming.length > 0 && naming.every((clause) => forbids(clause) && !CONDITIONAL.test(clause))
    );
  });
}
