import { INSTRUCTION_BIAS, INSTRUCTION_WEIGHTS } from './instruction-weights.js';
import { matchAll } from './pattern-matching.js';
import { type Readable, readingStep, ReadText } from './read-text.js';
import { asksForInformation, sentences } from './segmentation.js';

/**
 * Evidence that a text is a standing instruction to an assistant: patterns in English, with a few words of other
 * languages.
 */
const CUES = {
  lasting:
    /\b(?:always|never|ever|from now(?: on)?|from here(?: on)?|by default|every time|each time|whenever|no more|any ?more|in general|generally|rule|remember (?:this|that|it)|next time|going forward|no longer|ab jetzt|immer|nie|künftig|toujours|jamais|désormais|siempre|nunca)\b/iu,
  asking:
    /\b(?:please|pls|plz|bitte|por favor|can we|could you|would you|i want you|i['’]d like you|i need you|you (?:can|may|must|should)|let['’]s)\b/iu,
  addressed: /\b(?:you|your|ur|u)\b/iu,
  forMe:
    /\b(?:give|show|tell|call|send|answer|write|spare|explain|talk|greet|ask|quote|remind|warn)(?: to)? me\b|\bwhen (?:you|u|i) (?:write|give|answer|ask|talk|quote|draft|send|make|say)\b|\bwith me\b/iu,
  manner:
    /\b(?:answers?|repl(?:y|ies)|drafts?|lists?|bullets?|sentences?|lines?|words?|paragraphs?|summar(?:y|ies)|units?|metric|imperial|emojis?|smile(?:y|ys|ies)|exclamation|greetings?|tone|spelling|formats?|dates?|mails?|letters?|jargon|commands?|code|tables?|prices?|names?|times|numbers?|currency|dollars|euros|kilos|celsius|short|shorter|long|formal|polite|german|french|english|spanish|language)\b/iu,
  forbidding:
    /(?:^|[.!?;:,]\s*|\band\s+)(?:please\s+|pls\s+)?(?:don['’]?t|do not|no|stop|never|avoid|leave out|skip)\b/iu,
  bidding:
    /(?:^|[.!?;:]\s*|\band\s+)(?:please\s+|pls\s+)?(?:use|write|keep|put|answer|reply|give|call|make|start|end|leave|say|send|show|round|quote|sign|mention|explain|draft|remember|add|copy|ask)\b/iu,
} as const;
type Cue = keyof typeof CUES;

/** Pairs of cues that are stronger evidence if they are in one sentence. */
const TOGETHER: readonly (readonly [Cue, Cue])[] = [
  ['lasting', 'addressed'],
  ['lasting', 'forMe'],
  ['lasting', 'manner'],
  ['asking', 'manner'],
  ['asking', 'lasting'],
  ['forbidding', 'manner'],
  ['addressed', 'manner'],
  ['forMe', 'manner'],
  ['bidding', 'manner'],
];
const NAMES = Object.keys(CUES) as Cue[];
const SENTENCE_END = /(?<=[.!?])\s+|\n+/u;
/** Maximum length read, in UTF-16 units; longer texts are not stronger evidence. */
const MAX_READ = 600;
const USUAL_LENGTH = 200;

/** The evidence that a text is a standing instruction, in the order of {@link INSTRUCTION_WEIGHTS}. */
export function instructionEvidence(text: string): number[] {
  const looked = text.slice(0, MAX_READ);
  const inSentence = looked
    .split(SENTENCE_END)
    .map((sentence) => new Set(NAMES.filter((name) => CUES[name].test(sentence))));
  const has = (name: Cue): number => Number(inSentence.some((found) => found.has(name)));
  return [
    ...NAMES.map(has),
    ...TOGETHER.map(([one, other]) =>
      Number(inSentence.some((found) => found.has(one) && found.has(other))),
    ),
    looked.length / USUAL_LENGTH,
  ];
}

/**
 * Probability that a text is a standing instruction to an assistant, 0..1. Linear in its length, up to the first 600
 * characters.
 */
export function instructionProbability(text: string): number {
  const logit = instructionEvidence(text).reduce(
    (sum, value, at) => sum + value * (INSTRUCTION_WEIGHTS[at] ?? 0),
    INSTRUCTION_BIAS,
  );
  return 1 / (1 + Math.exp(-logit));
}

/** Polite openings of a request. */
const COURTESY =
  /^(?:(?:please|pls|ok|okay|hey|hi|so|and|now|then|bitte)[,:]?\s+|(?:can|could|would|will) you (?:please )?|let['’]s )*/iu;
/** Imperatives of errands and office work. */
const ERRANDS: ReadonlySet<string> = new Set(
  `add announce answer apply arrange assemble ask bake book break bring build buy calculate call cancel change check choose clean
  close compare compose convert cook copy create decide deploy describe design do draft draw edit email explain file fill find
  finish fix format get give help install invite keep lay list look mail make measure merge message migrate move note open order
  organise organize outline pack paint pay phone pick plan post prepare print proofread propose put redo register remind remove
  renew repair reply reserve review rewrite ring roll run schedule script sell send set show sign sketch sort split start suggest
  summarise summarize take tell test text tidy translate turn type update work write
  schreib schreibe formulieren übersetze plane buche bestelle erstelle écris prépare réserve fais escribe prepara reserva
  escreve marca`.split(/\s+/u),
);
const HOW_TO_BEHAVE =
  /\b(?:(?:should|may|must|can|could|shall|do|are|will) you|you (?:should|may|must|can|allowed)|(?:should|may|must|can|shall|do) (?:I|we) (?:\w+ )?(?:put|use|address|call|write|say|begin|start|end|sign|answer|reply|send|email|mention|greet)|your (?:answers?|repl(?:y|ies)|summar(?:y|ies)|drafts?|letters?|lists?|tone)|address (?:me|him|her|them|the user)|be addressed|call (?:me|him|her|them|the user))\b|^how (?:(?:should|must|may|formal|chatty) |do (?:i|we|you) )/iu;

function startsErrand(sentence: string): boolean {
  const asked = sentence.trim().replace(COURTESY, '');
  const [first = ''] = /^[\p{L}\p{M}]+/u.exec(asked) ?? [];
  return ERRANDS.has(first.toLowerCase());
}

/** Whether the query requests an action or asks how to do one: then standing instructions apply. */
export const requestsAction = (query: string): boolean => bids(query) || HOW_TO_BEHAVE.test(query);

const bids = (query: string): boolean => query.split(NEXT_CLAUSE).some(startsErrand);
const NEXT_CLAUSE = /[.!?;:]\s+/u;
const ADVICE = /\b(?:should|shall|may|must|can|could) (?:I|we)\b/iu;
const ADVISE = /\bdo (?:I|we)\b/iu;
/** Advice on what the words before tell. */
const advisesOnThis = (query: string): boolean => {
  const told = /[.!?;:,]\s/u.exec(query);
  return told !== null && ADVISE.test(query.slice(told.index));
};

/**
 * Whether the query wants something done, or advice on what to do, rather than an answer: "He is losing his keys
 * again. What do I say?" needs what bears on it.
 */
export const isErrand = (query: string): boolean =>
  !asksForInformation(query) || bids(query) || ADVICE.test(query) || advisesOnThis(query);

const TO_WRITE =
  /\b(?:write|draft|compose|reply|answer|e-?mail|mail|message|letter|note|reminder|post|text|announce\w*|invitation|card|caption|report|summar\w+|tell|ask|thank)\b/iu;
const OF_FORM =
  /\b(?:writ\w+|draft\w*|messag\w+|letters?|e-?mails?|repl\w+|answer\w*|texts?|posts?|sign\w*|tone|style|length|format\w*|bullet\w*|greeting|address(?:ing)?)\b/iu;

/** Whether an errand ends in a text for somebody. */
export const wantsText = (errand: string): boolean => TO_WRITE.test(errand);
/** Whether a wish, by what it is about and matters for, says how texts are to be. */
export const concernsForm = (matter: string): boolean => OF_FORM.test(matter);

/** A sentence that says what must always or never be done. */
interface Norm {
  readonly text: string;
  /** Whether it commands; false if it forbids. */
  readonly bids: boolean;
  /** The action commanded or forbidden: the sentence without the cue words. */
  readonly deed: string;
}

const FORBIDS =
  /\b(?:never|must not|mustn['’]t|should not|shouldn['’]t|shall not|no longer|under no circumstances)\b|^(?:please\s+)?(?:do not|don['’]t|avoid|stop)\b/iu;
const BIDS =
  /\b(?:always|must|should|ought to|has to|have to|needs? to|every time)\b|^(?:please\s+)?(?:make sure|be sure|remember to|ensure|don['’]t forget to)\b/iu;
const UNFORGOTTEN = /^(?:please\s+)?(?:do not|don['’]t|never) forget to\b/iu;
/** Narration such as "I never asked" is not a rule. */
const TELLING =
  /\b(?:i|we|he|she|they|it|you)(?:['’](?:ve|d|ll|m|re|s))?\s+(?:have\s+|had\s+|has\s+|was\s+|were\s+|will\s+)?(?:never|always)\s+\p{L}+(?:ed|en|ought|ew)\b/iu;
/** Minimum words of a norm: a shorter one commands nothing in particular. */
const MIN_WORDS = 3;

/** The norms that a text states, one per sentence; no questions. English; linear in its length. */
export function readNorms(text: string): Norm[] {
  return sentences(text).flatMap(({ text: said }): Norm[] => {
    if (/[?？]\s*["”’)]*$/u.test(said) || said.startsWith('```') || TELLING.test(said)) return [];
    const cue = [UNFORGOTTEN, FORBIDS, BIDS].find((pattern) => pattern.test(said));
    if (cue === undefined) return [];
    const deed = said.replace(cue, ' ').replace(/\s+/g, ' ').trim();
    return deed.split(' ').length < MIN_WORDS - 1
      ? []
      : [{ text: said, bids: cue !== FORBIDS, deed }];
  });
}

/** The parts of an instruction, as written: what to do, and what not to do. */
interface Instructed {
  readonly steps: readonly string[];
  readonly avoids: readonly string[];
}

/** What may precede a command: “Please”, “Important:”, “And then you”. */
const OPENING =
  /^(?:[\s\p{P}\p{S}]|(?:please|pls|and|but|then|also|so|now|important|note|warning|caution|careful|attention|you|we|bitte|und|dann|achtung|wichtig|et|ensuite|attention|svp|y|luego|por favor|e|poi|en|dan|i|potem)(?!\p{L}))*/iu;
/** English prohibits at the beginning of a clause; “check that it does not run” is an action to take. */
const FORBIDDING =
  /^(?:never|(?:do not|don['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t|shall not|may not|can ?not|can['’]t)(?! hesitate)|avoid|refrain from|(?:stay|keep) away from|under no circumstances|on no account|at no (?:time|point)|no longer|not to|no(?! (?:later|sooner|earlier|matter|need|problem|more than|less than|fewer than)(?!\p{L})) \p{L}+|(?:take care|be careful|be sure|make sure|ensure|remember|see)(?: that you)? (?:not|never|do not|don['’]t)|(?:it is |it['’]s )?(?:forbidden|prohibited|not allowed)|(?:nobody|no one) (?:may|must|should|can))(?!\p{L})/iu;
/** “The seal must not be broken”, “Phoning is not allowed”. */
const FORBIDDING_PASSIVE =
  /(?<!\p{L})(?:(?:must|may|should|shall|can)(?: not|n['’]?t| never) be|cannot be|(?:is|are)(?: not|n['’]t| never) (?:to be|allowed|permitted)|(?:is|are) (?:forbidden|prohibited|off limits))(?!\p{L})/iu;
/** In other languages the negation may be anywhere in the first clause of a command. */
const FORBIDDING_ABROAD =
  /(?<!\p{L})(?:nicht|nie|niemals|kein(?:e|en|em|er|es)?|auf keinen fall|vermeiden?|ne|n['’]\p{L}+|jamais|évite[rz]?|nunca|jamás|evit(?:a|ar|e|are)|non|mai|não|niet|nooit|geen|vermijd|nigdy|unikaj|не|никогда|нельзя)(?!\p{L})|^no(?= (?!longer|later|sooner|earlier|matter|need|problem|more|less|fewer)\p{L})|不要|不得|不可|切勿|禁止|請勿|请勿|ないで|てはいけ|하지 ?마|금지/iu;
const FORGETTING =
  /(?<!\p{L})(?:forget|vergiss|vergessen|oublie[rz]?|oublies|olvid\p{L}*|dimentic\p{L}*|esqueç\p{L}*|esquec\p{L}*|vergeet|vergeten|zapomn\p{L}*|забуд\p{L}*|забыв\p{L}*)|忘/iu;
const CONDITION =
  /^(?:if|when|unless|where|wenn|falls|sobald|si|quand|cuando|se|quando|als|indien|jeśli|gdy|если|когда)(?!\p{L})/iu;
const FIRST_CLAUSE = /^[^,;:.!?\n]*/u;
/** Where a prohibition ends and the alternative begins. A bare comma may continue the prohibition. */
const TURN =
  /[.!?;。！？；]|\s[-–—]\s|[\s,](?=(?:but|instead|rather)\s)|,(?=\s(?:sondern|stattdessen|mais|sino|bensì|mas sim|maar)\s)/giu;
/** In “but call them”, the words before the action. */
const CONTRAST = /^(?:but|instead|rather|sondern|stattdessen|mais|sino|maar)(?:,|\s)\s*/iu;

/** Whether a sentence or clause begins with a prohibition: “Never restart it”, “Den Server nicht neu starten”. */
export function forbids(clause: string): boolean {
  const said = clause.slice(OPENING.exec(clause)?.[0].length ?? 0);
  if (CONDITION.test(said)) return false;
  const first = FIRST_CLAUSE.exec(said)?.[0] ?? '';
  return (
    [FORBIDDING, FORBIDDING_PASSIVE, FORBIDDING_ABROAD].some((cue) => cue.test(first)) &&
    !FORGETTING.test(first)
  );
}

/** Separates the actions from the prohibitions of an instruction, in order. Linear in the text. */
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

/**
 * Negation that prohibits in a statement of somebody's rule: “No migrations before four”, “nothing of it may become
 * public”.
 */
const DENIES =
  /(?<!\p{L})(?:no(?! longer)|not|never|nobody|nothing|none|cannot|neither|nor)(?!\p{L})/iu;
/** Prohibits in any statement. */
const OUTRIGHT =
  /(?<!\p{L})(?:(?:must|may|should|shall) (?:not|never)|(?:nobody|no one) (?:may|must|should)|not (?:allowed|permitted)|forbidden)(?!\p{L})/iu;

/** Whether a sentence about how somebody wants things, or how they must be, prohibits something. */
export function statesProhibition(text: string, isRule: boolean): boolean {
  return (isRule ? DENIES : OUTRIGHT).test(text);
}

/** A condition under which a prohibition does not apply. */
const CONDITIONAL = /(?<!\p{L})(?:before|until|till|unless|without|except|only|if|when)(?!\p{L})/iu;
/** A prohibition may begin in the middle of a sentence. */
const CLAUSE_END = /[.!?;:\n]|,\s|\s(?=(?:and|but|instead|rather|then)\s)/u;

/** Whether a rule permits something once a condition is met: “until the board has announced it”. */
export const hasCondition = (rule: string): boolean => CONDITIONAL.test(rule);

/** The given names that a text mentions only in unconditional prohibitions. */
export function forbiddenNames(text: string, names: readonly string[]): string[] {
  const clauses = text.split(CLAUSE_END);
  return names.filter((name) => {
    const naming = clauses.filter((clause) => clause.includes(name));
    return (
      naming.length > 0 && naming.every((clause) => forbids(clause) && !CONDITIONAL.test(clause))
    );
  });
}

/** A procedure stated in a text. */
interface Procedure {
  /** Its purpose. */
  readonly name: string;
  /** In order; there is at least one step or one thing to avoid. */
  readonly steps: readonly string[];
  /** What must not be done, as written. */
  readonly avoids: readonly string[];
}

const NUMBERED = /^\s*(?:\d{1,2}[.)]|step \d{1,2}[:.)]?)\s+(\S.*)$/isu;
const BULLET = /^\s*[-*•]\s+(?!\[)(\S.*)$/su;
/** A bulleted list may be anything, unless its title announces steps. */
const TITLE =
  /\b(?:how to|how you|steps?|procedure|instructions?|recipe|runbook|playbook|checklist|workflow|to \p{L}+ (?:a|an|the|your|our|my)\b)/iu;
const HOW_TO = /^\W*how (?:to|we|you|i) (?<name>[^:?\n]{3,100}): *(?<rest>\S.*)$/isu;
/** “To rotate the keys, run make keys.” */
const PURPOSE =
  /(?:^|[.!\n] ?)(?:in order )?to (?<name>(?!me\b|be honest|the\b|my\b|our\b|a\b|an\b)\p{Ll}[^,.:;\n]{2,90})[,:] {0,9}(?<rest>(?:first|always|just|simply|make sure|you (?:need|have|must|can|should)|we (?:always|first)|never|run|use|open|go|press|click|call|set|add|put|take|turn|type|check|copy|create|remove|delete|start|stop|restart|install|edit|export|import|move|push|pull|wait|mix|heat|cut|boil|rinse|select|enable|disable|send|ask|write|read|log|drain|unplug|hold|fill|place|pour|stir|bake|close|switch|apply|replace)\b[^\n]*)/iu;
/** Imperatives; “first we went …, then …” is a story. */
const SEQUENCE =
  /(?:^|[.!?:\n] {0,9})(?:you )?(?<told>first(?:ly)?,? (?!i\b|we\b|he\b|she\b|they\b|it\b|there\b|my\b|our\b|the\b|a\b|time\b|\p{L}{1,30}ed\b|went\b|was\b|had\b|met\b|got\b|came\b|saw\b|took\b)\p{L}[^;.\n]{2,160}?[,;.] {0,9}(?:and )?(?:then|next|after that),? (?!i\b|we\b|he\b|she\b|they\b|it\b)[^;.\n]{3,400})/iu;
/** “Final menu: me, by Sunday.” “Chairs (Ana)”: assignments. */
const ASSIGNED =
  /(?::|\s[-–—]|\s\()\s*(?:me|you|us|I|we|both|@?\p{Lu}[\p{L}'-]+)(?: (?:and|&) (?:me|you|I|\p{Lu}[\p{L}'-]+))?\)?(?:,? (?:by|until|before|on|due|same day|this|next)\b[^.]*)?(?:[.,;]|$)/u;
const LONGEST_NAME = 100;

/** The procedure that the text states, or null. By rules, English; linear in the text. */
export const readProcedure = readingStep('procedures', () => null, procedureIn);

function procedureIn(given: Readable): Procedure | null {
  const text = ReadText.of(given);
  return readList(text.text) ?? readHowTo(text) ?? readPurpose(text) ?? readSequence(text);
}

function readList(text: string): Procedure | null {
  if (!text.includes('\n')) return null;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = (form: RegExp): string[] =>
    lines.flatMap((line) => form.exec(line)?.[1]?.trim() ?? []);
  const title =
    lines
      .find((line) => !NUMBERED.test(line) && !BULLET.test(line))
      ?.replace(/^[#\s>]+|(?<![:\s])[:\s]+$/gu, '') ?? '';
  const numbered = items(NUMBERED);
  // A list of assignments is not a procedure, unless its title says so.
  const assigned = numbered.filter((item) => ASSIGNED.test(item)).length * 2 > numbered.length;
  const called = TITLE.test(title);
  const steps =
    numbered.length >= 2 ? (assigned && !called ? [] : numbered) : called ? items(BULLET) : [];
  return steps.length < 2 ? null : procedure(title === '' ? (steps[0] ?? '') : title, steps);
}

function readHowTo(text: ReadText): Procedure | null {
  const { name, rest } = text.exec(HOW_TO)?.groups ?? {};
  return name === undefined || rest === undefined ? null : procedure(name, split(rest));
}

function readPurpose(text: ReadText): Procedure | null {
  const { name, rest } = text.exec(PURPOSE)?.groups ?? {};
  return name === undefined || rest === undefined ? null : procedure(name, split(rest));
}

function readSequence(text: ReadText): Procedure | null {
  const told = text.exec(SEQUENCE)?.groups?.['told'];
  return told === undefined ? null : procedure(text.text, split(told));
}

/** Builds a procedure; prohibitions are never steps. */
function procedure(name: string, items: readonly string[]): Procedure {
  const read = items.map(readInstruction);
  return {
    name: shorten(name),
    steps: read.flatMap(({ steps }) => steps),
    avoids: read.flatMap(({ avoids }) => avoids),
  };
}

/** Steps in running text: split at “then” and the like, else by sentences. */
function split(rest: string): string[] {
  const parts = rest
    .split(/(?:[,;.]\s*|\s)(?:and )?(?:then|next|after that|finally|lastly)\b,?\s*|[.;]\s+/iu)
    .map((part) =>
      part.replace(/^(?:first(?:ly)?,?\s+)/iu, '').replace(/(?<![.,;\s])[.,;\s]+$/u, ''),
    );
  return parts.filter((part) => part !== '');
}

function shorten(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= LONGEST_NAME
    ? line
    : `${line.slice(0, LONGEST_NAME - 1).replace(/(?<!\s)\s+\S*$/u, '')}…`;
}
