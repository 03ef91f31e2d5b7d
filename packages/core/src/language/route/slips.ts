/** Chat abbreviations and omitted apostrophes, with their full forms; few are words of their own. */
const WRITTEN: Readonly<Record<string, string>> = {
  whats: "what's",
  wheres: "where's",
  whos: "who's",
  whens: "when's",
  hows: "how's",
  thats: "that's",
  theres: "there's",
  dont: "don't",
  doesnt: "doesn't",
  didnt: "didn't",
  isnt: "isn't",
  arent: "aren't",
  wasnt: "wasn't",
  werent: "weren't",
  hasnt: "hasn't",
  havent: "haven't",
  hadnt: "hadn't",
  cant: "can't",
  couldnt: "couldn't",
  wont: "won't",
  wouldnt: "wouldn't",
  shouldnt: "shouldn't",
  im: "i'm",
  ive: "i've",
  youre: "you're",
  youve: "you've",
  weve: "we've",
  theyre: "they're",
  pls: 'please',
  plz: 'please',
  u: 'you',
  ur: 'your',
  shld: 'should',
  cld: 'could',
  wld: 'would',
  shoulda: 'should have',
  abt: 'about',
  cuz: 'because',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  yday: 'yesterday',
  wanna: 'want to',
  gonna: 'going to',
  gotta: 'have to',
  lemme: 'let me',
  gimme: 'give me',
  dunno: "don't know",
};
const SLIP = new RegExp(`(?<![\\w'-])(?:${Object.keys(WRITTEN).join('|')})(?![\\w'-])`, 'g');

const ASKS =
  "(?=(?:(?:on|at|in|by|since|for|from|until|to|with) )?(?:who|whom|whose|what|which|where|when|why|how)(?:'s)?\\b)";
/** What precedes an indirect question: “remind me who …”, “I need to know when …”. */
const LEAD = new RegExp(
  `^(?:(?:hi|hey|hello|ok|okay|so|and|but|well|please|quick question)[,:;]? )*(?:(?:can|could|would) you (?:please )?)?(?:(?:please )?(?:tell|remind|show) me(?: again)?|let me know|do you (?:happen to )?know|i (?:need|want|would like|have) to (?:know|find out|see|understand|learn|check)|i'd like to (?:know|see|understand|find out)|i(?:'m| am| was) (?:just )?(?:wondering|curious)(?: about)?|i wonder|i (?:forget|forgot|don't know|can't remember|don't remember)|find out|look up|any(?: idea|one know| clue)|have you (?:any|got any) idea|remember)[,:]? ${ASKS}`,
);
/** “Show me how …” asks for a way of doing, “tell me how long …” does not. */
const TAUGHT =
  /\b(?:tell|remind|show) me (?:again )?how (?!long|many|much|often|old|well|good|bad|big|far|sure|late|soon|likely|tall|close|reliable|does|is|are|did|was|come)/;

/** The normalised question with short forms expanded, without its lead. */
export function writeOut(folded: string): string {
  const written = folded.replace(SLIP, (slip) => WRITTEN[slip] ?? slip);
  return TAUGHT.test(written) ? written : written.replace(LEAD, '');
}
