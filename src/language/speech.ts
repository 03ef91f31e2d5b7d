/** The manner of an utterance, as ranking uses it. */
export interface Utterance {
  readonly isQuestion: boolean;
  readonly firstPerson: boolean;
  readonly secondPerson: boolean;
  readonly hasNumber: boolean;
  /** A greeting, thanks or reaction with next to no content. */
  readonly isSmallTalk: boolean;
  readonly negated: boolean;
}

const FIRST = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|we['’](?:re|ve|d|ll)|us|our|ours|ich|mein\w*|je|j['’]ai|mon|ma|mes|yo|mi|mis|eu|meu|minha|io|mio|mia|ik|mijn)\b/iu;
const SECOND = /\b(?:you|you['’](?:re|ve|d|ll)|your|yours|yourself|du|dein\w*|tu|tus|você|seu|sua)\b/iu;
const NUMBER = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen|couple|once|twice|several|pair)\b/iu;
const NEGATION = /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|can['’]t|won['’]t|\w+n['’]t|nicht|kein\w*|nie|pas|jamais|nunca|não|non|mai|niet|geen)\b/iu;
const OPENER = /^\W*(?:hey|hi|hello|good (?:to|morning|evening|night)|long time|what['’]s up|bye|thanks|thank you|thx|wow|awesome|great|that['’]s (?:great|awesome|amazing|cool|so)|sounds|congrat\w*|take care|no problem|you['’]re welcome|glad|yeah|absolutely|definitely|sure|aw+|woah|cool|nice|ok|okay)\b/iu;
/** An opener followed by more words than this says something. */
const SMALL_TALK_WORDS = 14;

/** Reads the cues in one pass each; linear in the text. */
export function readUtterance(text: string): Utterance {
  const question = /[?？؟]/u.test(text);
  const length = text.split(/\s+/, SMALL_TALK_WORDS + 2).length;
  return {
    isQuestion: question,
    firstPerson: FIRST.test(text),
    secondPerson: SECOND.test(text),
    hasNumber: NUMBER.test(text),
    isSmallTalk: length <= SMALL_TALK_WORDS && OPENER.test(text) && !/\d/.test(text),
    negated: NEGATION.test(text),
  };
}
