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
/** The agent in a question for a way of doing something. */
export const DOER = '(?:i|we|you|one|people|they|he|she|someone)';
/** The knower in a question about knowledge. */
export const KNOWER = '(?:we|you|i|the (?:agent|bank|memory|system|assistant))';
export const KIN =
  '(?:(?:step|grand|god|half-?)?(?:mother|father|brother|sister|son|daughter|child|parents?)s?(?:-in-law)?|(?:step|grand)?(?:mum|mom|dad|ma|pa)s?|twins?|in-laws|fiancee?|girlfriend|boyfriend|(?:flat|room|team|class)mates?|mentors?|supervisors?|predecessor|successor|aunts?|uncles?|cousins?|nieces?|nephews?|wife|husband|spouse|partner|boss|manager|neighbou?rs?|colleagues?|(?:closest |best |old )?friends?|siblings?|relatives?)';
/** Comparatives in questions; any word in -er would include users and servers. */
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
/** An imperative to break something large down. */
export const INTO_PARTS =
  '(?:split|divide|break|cut|chunk|slice|turn|structure|organi[sz]e|separate) .{2,80} into (?:\\w+ ){0,2}(?:tasks?|subtasks?|phases?|stages?|steps?|pieces|parts|chunks|milestones?|stories|sprints|goals)';
/** Questions for how to proceed with something large. */
export const WAY_AHEAD = [
  '(?:best|good|right|sensible|wisest|smartest) (?:way|path|route) (?:forward|ahead)',
  'course of action',
  'game plan',
  'where (?:should|do|would|shall) (?:i|we|one) (?:start|begin)',
  '(?:should|shall|would|could|can|do) (?:i|we|you|one) (?:best )?(?:approach|tackle|go about|prioriti[sz]e)',
  '(?:what|which) (?:approach|tactics?|strategy) (?:would|do|should|could|is|shall)',
  '(?:suggest|recommend|advise)(?: me| us)? how',
];
/** Forms of asking for a way of doing something. */
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
/** Subjects that do not work for a living: “it”, “the pump”, “my bike”; “my brother” does. */
const THING = `(?:it|this|that|these|those|(?:the|our|my|your|his|her|their|an?|any|\\w+'s) (?!(?:\\w+ ){0,2}?${KIN}))`;
const WORK = '(?:work|works|working|worked)';
/**
 * Excludes questions about jobs: “does Mara still work as a nurse?”, “has Tom worked in Berlin?” ask where
 * and as what, “does the pump work?” whether it functions.
 */
export const NO_JOB = `(?!.{2,60} ${WORK} (?:at|as an?|from|there|here|together|nights|weekends|shifts|part[- ]?time|full[- ]?time|remotely|freelance|under|hard))(?!(?!${THING}).{2,40} ${WORK} (?:in|for|with|on))`;
