/** Word groups that several cue tables are made of, as pattern sources over small letters without accents. */
export const UNIT = '(?:minutes?|hours?|days?|nights?|weeks?|weekends?|fortnight|months?|quarters?|semesters?|terms?|sprints?|seasons?|years?|decades?|centur(?:y|ies))';
export const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
export const MONTH = '(?:january|february|march|april|june|july|august|september|october|november|december)';
export const SEASON = '(?:spring|summer|autumn|winter)';
export const FEAST = '(?:christmas|easter|new year|thanksgiving|halloween|ramadan|black friday|diwali|hanukkah)';
export const DAYPART = '(?:morning|afternoon|evening|night|lunch(?:time)?|noon|midnight|weekend)';
/** Who does something in a question for a way of doing it. */
export const DOER = '(?:i|we|you|one|people|they|he|she|someone)';
/** Whose knowledge a question about knowledge is about. */
export const KNOWER = '(?:we|you|i|the (?:agent|bank|memory|system|assistant))';
export const KIN =
  '(?:(?:step|grand|god|half-?)?(?:mother|father|brother|sister|son|daughter|child|parents?)s?(?:-in-law)?|aunts?|uncles?|cousins?|nieces?|nephews?|wife|husband|spouse|partner|boss|manager|neighbou?rs?|colleagues?|(?:closest |best |old )?friends?|siblings?|relatives?)';
/** Comparatives as questions have them; -er alone would take in users and servers. */
export const COMPARATIVE =
  '(?:better|worse|more|less|fewer|further|farther|older|younger|bigger|smaller|larger|greater|taller|shorter|longer|faster|slower|quicker|cheaper|dearer|pricier|louder|quieter|heavier|lighter|higher|lower|closer|nearer|newer|easier|harder|tougher|stronger|weaker|safer|riskier|healthier|warmer|colder|cooler|hotter|earlier|later|sooner|richer|poorer|busier|wider|narrower|deeper|thicker|thinner|darker|brighter|cleaner|simpler|smarter|happier|friendlier|nicer|softer|stricter|tighter|looser|fuller|fresher|sweeter|steeper|rarer)';
/** Verbs that make a plan. */
export const MAKE_PLAN =
  '(?:make|draft|write|sketch(?: out)?|outline|devise|draw up|lay out|map out|work out|create|build|prepare|come up with|think up|think of|design|propose|put together|set up|give me|suggest|recommend)(?: (?:me|us))?(?: (?:a|an|the|my|our|this|some|new|another))?(?: \\S+){0,4}?';
/** What may stand before an order. */
export const ORDER = "^(?:please |can you |could you |would you |help me |help us |let's |i want to |we want to |i need to |we need to |i'd like to )*";
