/** A person's word on what they prefer, in general or for good. English. */
const TOLD =
  /\b(?:i|we)(?: \p{L}+){0,2} (?:prefer|favou?r|would rather|['’]d rather|like to (?:keep|use|have|work)|always|never|tend to|work best|lean towards?|insist)\b|\b(?:i['’]d|we['’]d) (?:rather|prefer)\b|\bmy (?:own )?(?:preference|preferred|favou?rite)\b|\b(?:i['’]ve|i have|i|we) (?:chose|chosen|decided|opted|settled)(?: \p{L}+){0,3} (?:to|for|on|against)\b|\bi (?:love|enjoy|hate|dislike|can['’]t stand)\b/iu;

/** Whether a text tells a preference of who speaks. A question may tell one, too: "I prefer e-books, can you find me some?" */
export function tellsOwnPreference(text: string): boolean {
  return TOLD.test(text);
}
