import { INSTRUCTION_BIAS, INSTRUCTION_WEIGHTS } from './instruction-weights.js';

/**
 * Evidence that a text is a standing instruction to an assistant: patterns in English, with a few words of
 * other languages.
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

/** Cues that say more if one sentence has both. */
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
/** Only this much of a text is read; a longer one is no stronger evidence. */
const LOOKED_AT = 600;
const USUAL_LENGTH = 200;

/** The evidence that a text is a standing instruction, in the order of {@link INSTRUCTION_WEIGHTS}. */
export function instructionEvidence(text: string): number[] {
  const looked = text.slice(0, LOOKED_AT);
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
 * Probability that a text tells an assistant how to behave from now on, 0..1. Linear in its length, up to
 * the first 600 letters.
 */
export function instructionChance(text: string): number {
  const logit = instructionEvidence(text).reduce(
    (sum, value, at) => sum + value * (INSTRUCTION_WEIGHTS[at] ?? 0),
    INSTRUCTION_BIAS,
  );
  return 1 / (1 + Math.exp(-logit));
}

/** What a message begins with that asks for something to be done. */
const COURTESY =
  /^(?:(?:please|pls|ok|okay|hey|hi|so|and|now|then|bitte)[,:]?\s+|(?:can|could|would|will) you (?:please )?|let['’]s )*/iu;
/** Of errands and of desks, as they are asked for. */
const ERRANDS: ReadonlySet<string> = new Set(
  `add announce answer apply arrange assemble ask bake book break bring build buy calculate call cancel change check choose clean
  close compare compose convert cook copy create decide deploy describe design do draft draw edit email explain file fill find
  finish fix format get give help install invite keep lay list look mail make measure merge message migrate move note open order
  organise organize outline pack paint pay phone pick plan post prepare print proofread propose put redo register remind remove
  renew repair reply reserve review rewrite ring roll run schedule script sell send set show sign sketch sort split start suggest
  summarise summarize take tell test text tidy translate turn update work write
  schreib schreibe formulieren übersetze plane buche bestelle erstelle écris prépare réserve fais escribe prepara reserva
  escreve marca`.split(/\s+/u),
);
const HOW_TO_BEHAVE =
  /\b(?:(?:should|may|must|can|could|shall|do|are|will) you|you (?:should|may|must|can|allowed)|(?:should|may|must|can|shall|do) (?:I|we) (?:\w+ )?(?:put|use|address|call|write|say|begin|start|end|sign|answer|reply|send|email|mention|greet)|your (?:answers?|repl(?:y|ies)|summar(?:y|ies)|drafts?|letters?|lists?|tone)|address (?:me|him|her|them|the user)|be addressed|call (?:me|him|her|them|the user))\b|^how (?:(?:should|must|may|formal|chatty) |do (?:i|we|you) )/iu;

/** Whether the query asks to do something, or how to do it: then standing instructions apply. */
export function asksToBeDone(query: string): boolean {
  const asked = query.trim().replace(COURTESY, '');
  const [first = ''] = /^[\p{L}\p{M}]+/u.exec(asked) ?? [];
  return ERRANDS.has(first.toLowerCase()) || HOW_TO_BEHAVE.test(query);
}
