import type { CueIndex, CuesIn } from './cue-index.js';

/** Chat abbreviations and omitted apostrophes, with their full forms; few are words themselves. */
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
/** Introduction of an indirect question: “remind me who …”, “I need to know when …”. */
const LEAD = new RegExp(
  `^(?:(?:hi|hey|hello|ok|okay|so|and|but|well|please|quick question)[,:;]? )*(?:(?:can|could|would) you (?:please )?)?(?:(?:please )?(?:tell|remind|show) me(?: again)?|let me know|do you (?:happen to )?know|i (?:need|want|would like|have) to (?:know|find out|see|understand|learn|check)|i'd like to (?:know|see|understand|find out)|i(?:'m| am| was) (?:just )?(?:wondering|curious)(?: about)?|i wonder|i (?:forget|forgot|don't know|can't remember|don't remember)|find out|look up|any(?: idea|one know| clue)|have you (?:any|got any) idea|remember)[,:]? ${ASKS}`,
);
/** “Show me how …” asks for a procedure, “tell me how long …” does not. */
const TAUGHT =
  /\b(?:tell|remind|show) me (?:again )?how (?!long|many|much|often|old|well|good|bad|big|far|sure|late|soon|likely|tall|close|reliable|does|is|are|did|was|come)/;

/** Expands the short forms of a normalised question and removes its introduction. */
function writeOut(folded: string): string {
  const written = folded.replace(SLIP, (slip) => WRITTEN[slip] ?? slip);
  return TAUGHT.test(written) ? written : written.replace(LEAD, '');
}

/** Cues for one value by weight: patterns over the normalised question (see {@link foldQuestion}), whole words. */
export interface Cues {
  /** Weight 3: the question's form itself. */
  readonly strong?: readonly string[];
  /** Weight 2: a word that usually means it. */
  readonly plain?: readonly string[];
  /** Weight 1: a word that decides only without other evidence. */
  readonly weak?: readonly string[];
}

const WEIGHTS = { strong: 3, plain: 2, weak: 1 } as const;

/**
 * The heaviest cue for a value; weight 0 if there is none. Cues do not add up: two ambiguous words are not one clear
 * one.
 */
interface Evidence {
  readonly weight: number;
  readonly cue: string | null;
}

const NOTHING: Evidence = { weight: 0, cue: null };

export type CueReader = (cues: CuesIn) => Evidence;

/** Adds one value's cues to the index and returns a reader for them. */
export function cueReader(book: CueIndex, cues: Cues): CueReader {
  const weighed = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).flatMap((name) => {
    const patterns = cues[name];
    return patterns === undefined ? [] : [{ weight: WEIGHTS[name], list: book.add(patterns) }];
  });
  return (question) => {
    for (const { weight, list } of weighed) {
      const cue = question.first(list);
      if (cue !== null) return { weight, cue };
    }
    return NOTHING;
  };
}

/** Longer texts are truncated in the middle: a question is asked at the start or the end. */
const LONGEST = 600;

/**
 * The question in lower case without accents, with single spaces, one kind of apostrophe, and contractions expanded.
 */
export function foldQuestion(text: string): string {
  const short =
    text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)} ${text.slice(-LONGEST / 2)}`;
  const plain = /[^\x20-\x7e]/.test(short)
    ? short
        // Before normalising, which makes of "´" a space with an accent.
        .replace(/[‘’´]/g, "'")
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/[“”]/g, '"')
    : short;
  return writeOut(plain.toLowerCase().replace(/\s+/g, ' ').trim());
}

/** The value with the most evidence, the first on a tie; `fallback` without any. */
export function heaviest<Value extends string>(
  read: readonly (readonly [Value, Evidence])[],
  fallback: Value,
): { value: Value; cues: readonly string[]; sure: number } {
  let best = NOTHING;
  let second = NOTHING;
  let value = fallback;
  for (const [candidate, evidence] of read) {
    if (evidence.weight > best.weight) {
      second = best;
      best = evidence;
      value = candidate;
    } else if (evidence.weight > second.weight) second = evidence;
  }
  return {
    value,
    cues: best.cue === null ? [] : [best.cue],
    sure: best.weight === 0 ? 0.5 : best.weight / (best.weight + second.weight),
  };
}

/** Word groups shared by several cue tables, as pattern sources in lower case without accents. */
export const UNIT =
  '(?:minutes?|hours?|days?|nights?|weeks?|weekends?|fortnight|months?|quarters?|semesters?|terms?|sprints?|seasons?|years?|decades?|centur(?:y|ies))';
export const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
export const MONTH =
  '(?:january|february|march|april|june|july|august|september|october|november|december)';
export const SEASON = '(?:spring|summer|autumn|winter)';
export const FEAST =
  '(?:christmas|easter|new year|thanksgiving|halloween|ramadan|black friday|diwali|hanukkah)';
export const DAYPART = '(?:morning|afternoon|evening|night|lunch(?:time)?|noon|midnight|weekend)';
/** The person in a question about how to do something. */
export const DOER = '(?:i|we|you|one|people|they|he|she|someone)';
/** The subject in a question about what is known. */
export const KNOWER = '(?:we|you|i|the (?:agent|bank|memory|system|assistant))';
export const KIN =
  '(?:(?:step|grand|god|half-?)?(?:mother|father|brother|sister|son|daughter|child|parents?)s?(?:-in-law)?|(?:step|grand)?(?:mum|mom|dad|ma|pa)s?|twins?|in-laws|fiancee?|girlfriend|boyfriend|(?:flat|room|team|class)mates?|mentors?|supervisors?|predecessor|successor|aunts?|uncles?|cousins?|nieces?|nephews?|wife|husband|spouse|partner|boss|manager|neighbou?rs?|colleagues?|(?:closest |best |old )?friends?|siblings?|relatives?)';
/** Comparatives in questions, listed because a pattern for -er would match users and servers. */
export const COMPARATIVE =
  '(?:better|worse|more|less|fewer|further|farther|older|younger|bigger|smaller|larger|greater|taller|shorter|longer|faster|slower|quicker|cheaper|dearer|pricier|louder|quieter|heavier|lighter|higher|lower|closer|nearer|newer|easier|harder|tougher|stronger|weaker|safer|riskier|healthier|warmer|colder|cooler|hotter|earlier|later|sooner|richer|poorer|busier|wider|narrower|deeper|thicker|thinner|darker|brighter|cleaner|simpler|smarter|happier|friendlier|nicer|softer|stricter|tighter|looser|fuller|fresher|sweeter|steeper|rarer)';
/** Verbs of making a plan. */
export const MAKE_PLAN =
  '(?:make|draft|write|sketch(?: out)?|outline|devise|draw up|lay out|map out|work out|create|build|prepare|come up with|think up|think of|design|propose|put together|set up|give me|suggest|recommend|need|want|would like|produce|formulate|develop|find|looking for)(?: (?:me|us))?(?: (?:a|an|the|my|our|this|some|new|another))?(?: \\S+){0,4}?';
/** What may precede an imperative. */
export const ORDER =
  "^(?:please |can you |could you |would you |help me |help us |let's |i want to |we want to |i need to |we need to |i'd like to )*";
/** Words for a plan to be made. */
export const PLAN =
  '(?:plans?|strateg(?:y|ies)|roadmap|schedule|timeline|timetable|milestones?|approach(?:es)?|itinerary|curriculum|order|blueprint|rota|regimen|programme|game plan)';
/** Imperatives to break something large down. */
export const INTO_PARTS =
  '(?:split|divide|break|cut|chunk|slice|turn|structure|organi[sz]e|separate) .{2,80} into (?:\\w+ ){0,2}(?:tasks?|subtasks?|phases?|stages?|steps?|pieces|parts|chunks|milestones?|stories|sprints|goals)';
/** Questions about how to proceed with something large. */
export const WAY_AHEAD = [
  '(?:best|good|right|sensible|wisest|smartest) (?:way|path|route) (?:forward|ahead)',
  'course of action',
  'game plan',
  'where (?:should|do|would|shall) (?:i|we|one) (?:start|begin)',
  '(?:should|shall|would|could|can|do) (?:i|we|you|one) (?:best )?(?:approach|tackle|go about|prioriti[sz]e)',
  '(?:what|which) (?:approach|tactics?|strategy) (?:would|do|should|could|is|shall)',
  '(?:suggest|recommend|advise)(?: me| us)? how',
];
/** Forms of asking how to do something. */
export const WAY_FORMS = [
  'what to do (?:when|if|with|about|after|before|first)',
  'what (?:do|should|must|can) (?:i|we|you|one) do (?:when|if|to|first when|about)',
  'what (?:should|must|has to|needs to) be done (?:first |next )?(?:when|if|to)',
  '(?:the|a) (?:command|shortcut|script|query|syntax|formula|incantation) (?:to|for|that)',
  '(?:which|what) (?:settings?|options?|parameters?|flags?|commands?|buttons?|keys?|knobs?) (?:do|must|should|would|can|have to) (?:i|we|you|one)',
  'how (?:one|you|people|they) (?!know|think|feel|like|mean)\\w+',
  'show (?:me|us) the way',
  'what does it take to',
  "what(?:'s| is| are| was) (?:the|our|your) (?!next )(?:\\w+ )?(?:procedure|protocol|process|workflow|recipe|routine|drill|steps?|trick|technique|method)",
  '(?:the|our|a) protocol (?:for|to|when|if|after)',
];
/** Subjects for which "work" means to function: “it”, “the pump”, “my bike”, but not “my brother”. */
const THING = `(?:it|this|that|these|those|(?:the|our|my|your|his|her|their|an?|any|\\w+'s) (?!(?:\\w+ ){0,2}?${KIN}))`;
const WORK = '(?:work|works|working|worked)';
/**
 * Excludes questions about jobs: “does Mara still work as a nurse?”, “has Tom worked in Berlin?” ask where and as
 * what, “does the pump work?” whether it functions.
 */
export const NO_JOB = `(?!.{2,60} ${WORK} (?:at|as an?|from|there|here|together|nights|weekends|shifts|part[- ]?time|full[- ]?time|remotely|freelance|under|hard))(?!(?!${THING}).{2,40} ${WORK} (?:in|for|with|on))`;
