/**
 * Words that can be added or dropped without changing the meaning: articles, fillers, greetings,
 * intensifiers. English stems.
 */
const LIGHT: ReadonlySet<string> = new Set(
  `a an the so very really realli just also too oh ah um uh well yeah yes ok okay hey hi hello wow lol haha please
   actual actually basic literal quite such kind sort pretti pretty and but
   veri ye okai hei pleas liter quit`.split(/\s+/),
);

export function isLightWord(term: string): boolean {
  return LIGHT.has(term);
}
