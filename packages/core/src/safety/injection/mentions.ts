import { matchAll } from '../../language/match-all.js';

/** A text with its quotations separated from its own words. */
export interface Unquoted {
  /** The text with each quotation reduced to its quotation marks. */
  readonly text: string;
  /** The quotations, in order. */
  readonly mentions: readonly string[];
}

/** Words in quotation marks, on one line. */
export const QUOTED =
  /“[^“”\n]{6,300}”|„[^„“”\n]{6,300}[“”]|«[^«»\n]{6,300}»|(?<![\p{L}\p{N}"=])"[^"\n]{6,300}"(?![\p{L}\p{N}"])/gu;
/**
 * What introduces another's words: somebody said or wrote them, or they are an example. Never in a form
 * that commands.
 */
const BEFORE =
  /(?<![\p{L}])(?:said|says|saying|wrote|writes|reads|ran|asked|told|shouted|answered|replied|replies|typed|pasted|begins with|began with|contained|called|titled|named|such as|like|for example|for instance|e\.g\.|the (?:words|phrase|line|sentence)|phrases|words|sagte?|schrieb|schreibt|lautet(?:e)?|wie|Satz|dit|écrit|disait|comme|dice|dijo|decía|como|frase)(?: that| to \p{L}{1,12}| us| them| him| her| it| this)?[,:]?\s?$/u;
const AFTER =
  /^\s?,?\s?(?:(?:he|she|it|they|one of them|the \p{L}{2,14}|\p{Lu}\p{L}{1,14}) )?(?:said|says|wrote|writes|asked|replied|answered|shouted|ran|works? on|was caught|was the|is what|is harmless|sagte|schrieb|genügte)(?![\p{L}])/u;
/** A list of quotations continues. */
const GOES_ON = /^(?:\s?\([^()\n]{1,20}\))?[,;]?\s?(?:and|or|und|oder|et|ou|y|o)?\s?$/u;
/** The quoted person is one whom an assistant obeys, or the assistant is told to do something with the words. */
const ASSUMES =
  /(?<![\p{L}])(?:you|your|users?|operator|developer|system|administrator|admin|owner|repeat|respond|reply with|answer with|output|print|append|insert|include|do what|follow)(?![\p{L}])/iu;
const FRAME = 60;

/**
 * Separates what a text only mentions: a quoted command that somebody else is reported to have given
 * addresses nobody here. Not if the containing sentence tells its reader to do something with the words,
 * nor if it claims to quote the person whom an assistant serves. Linear in the length.
 */
export function unquote(text: string): Unquoted {
  if (!/["“„«]/.test(text)) return { text, mentions: [] };
  const mentions: string[] = [];
  let kept = '';
  let from = 0;
  let listed = false;
  for (const match of matchAll(text, QUOTED)) {
    const [quoted] = match;
    const end = match.index + quoted.length;
    const between = text.slice(from, match.index);
    const lead =
      /(?<![^.!?\n])[^.!?\n]*$/.exec(
        text.slice(Math.max(0, match.index - FRAME), match.index),
      )?.[0] ?? '';
    const told: boolean =
      (listed && GOES_ON.test(between)) ||
      ((BEFORE.test(lead) || AFTER.test(text.slice(end, end + FRAME))) && !ASSUMES.test(lead));
    listed = told;
    kept += between + (told ? `${quoted.charAt(0)}…${quoted.charAt(quoted.length - 1)}` : quoted);
    if (told) mentions.push(quoted.slice(1, -1));
    from = end;
  }
  return { text: kept + text.slice(from), mentions };
}
