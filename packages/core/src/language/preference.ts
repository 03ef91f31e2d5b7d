/** What somebody likes, wants or rules out in general, rather than right now. By rules, English. */
const CUES = [
  /\b(?:prefer(?:s|red|ence|ences)?|favou?rites?|dislike[sd]?|hates?|can['’]?t stand|allergic|fond of|a fan of|rather (?:not|have|use)|would rather)\b/i,
  /\b(?:i|we|he|she|they|(?<!\p{L})[A-Z]\p{L}+) (?:really |still |also )?(?:likes?|loves?|enjoys?|wants? (?:us|you|it|them|all|every)|insists? on)\b/u,
  /\b(?:always|never|from now on|by default|instead of|rule of thumb|convention|house style|code style|make sure (?:to|that)|please (?:use|don['’]?t|do not|avoid|keep)|don['’]?t (?:use|ever|add|write|touch)|do not (?:use|add|write|touch)|must (?:not|never|always))\b/i,
];

/** Whether a text states a preference or a rule. A question does not. */
export function tellsPreference(text: string): boolean {
  return !/\?\s*$/.test(text) && CUES.some((cue) => cue.test(text));
}
