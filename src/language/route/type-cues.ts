import type { QueryType } from '../../domain/route.js';
import type { Cues } from './cue-table.js';
import { COMPARATIVE, DAYPART, DOER, FEAST, INTO_PARTS, KIN, KNOWER, MAKE_PLAN, MONTH, ORDER, PLAN, SEASON, UNIT, WAY_AHEAD, WAY_FORMS, WEEKDAY } from './cue-words.js';

const PERIOD = `(?:${UNIT}|${WEEKDAY}|${MONTH}|${SEASON}|${DAYPART}|${FEAST})(?:'s)?`;
const DATED = `(?:${MONTH}|${SEASON}|${FEAST}|${WEEKDAY}|${DAYPART}|may(?= \\d|\\?|$)|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTH}|may)|(?:${MONTH}|may) \\d+\\w*|(?:19|20)\\d\\d|q[1-4]|the (?:19|20)?\\d0s)(?:'s)?`;
const CAN = '(?:do|does|can|could|should|would|must|might)';
const CHORE = '(?:do|done|finish|buy|bring|send|sign|call|pay|book|pick|renew|write|answer|reply|prepare|pack|fix|submit|get|hand|return|order|tell|ask|clean|collect|deliver|attend|complete)';

/**
 * What a question is after (capability A2). The source's words are all here; where one of them is ambiguous ("last", "uses",
 * "process", "plan"), it takes company to weigh much. `factual` has no cues: it is what is left.
 */
export const TYPE_CUES: Readonly<Record<Exclude<QueryType, 'factual'>, Cues>> = {
  temporal: {
    strong: [
      "^(?:so |and |but |ok,? |okay,? |hey,? |please |do you know |any idea |can you tell me |tell me |remind me )*when(?:'s)?",
      '(?:since|until|till|by|from|know|tell|tells|said|remember|idea|exactly|out|about) when',
      "when(?:'s| exactly)? (?:did|does|do|will|is|was|were|has|have|had)",
      'how (?:long|recently|soon|often|frequently|late|early)',
      '(?:what|which) (?:time|date|day|month|year|week|weekday|season|hour|century|decade|era|period)',
      'how many (?:minutes|hours|days|weeks|months|years) (?:ago|since|until|before|after|passed)',
      '(?:timeline|chronology|chronological order|history) of', 'how old (?:was|were) .{2,60} when', '(?:at|by|from|around|until) what (?:age|moment|point|hour|time|date)', '(?:the|its|exact) (?:date|time|day|month|year|hour|moment) (?:on which|at which|in which|when|that)', 'how much time (?:did|does|has|have|passed|is)',
    ],
    plain: [
      `(?:last|past|previous|this|that|the other|the same|earlier this|late last|early last|first|second|third|final) (?:few |couple of |\\w+ )?${PERIOD}`,
      `(?:\\d+|a|an|one|two|three|four|five|six|ten|a few|several|couple of|some) ${UNIT} (?:ago|before|earlier|later)`,
      "yesterday(?:'s)?", '(?:earlier|later) (?:today|that day)', 'ago', 'the day (?:before|after)',
      `(?:in|since|until|till|by|before|after|from|during|over|around|through|of|at|on|early|late|mid)-? (?:early |late |mid-?|the )?${DATED}`,
      `(?:${MONTH}|monday|tuesday|wednesday|thursday|friday|saturday|sunday)'s`, 'q[1-4]', '(?:19[5-9]|20[0-4])\\d',
      'recently', '(?:most )?recent', 'lately', 'latest', 'newest', 'these days', 'nowadays', '(?:just|right|shortly|soon) (?:before|after)', 'back (?:then|in|when)', '(?:the )?(?:last|first|previous|next-to-last) time', 'overnight', '\\d{4}-\\d\\d-\\d\\d', `the ${PERIOD} (?:when|before|after|of|that|on which|we|i)`, '(?:in|over|during|for) the (?:meantime|interim)', 'in (?:chronological|time) order', `since (?:we|i|our|you) (?:last )?(?:spoke|talked|met|call|meeting)`, '(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.? \\d+\\w*', '\\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)', 'at the time', 'in the meantime',
      "at (?:noon|midnight|\\d{1,2}(?::\\d\\d|(?::\\d\\d)? ?[ap]m| o'clock))", '(?:came|comes|happened|went on) (?:next|first|before|after|between|during)', 'used to',
    ],
    weak: [
      'the (?:very )?(?:last|first|earliest|previous|final) (?!names?\\b)\\w+', 'last(?! names?\\b)', 'earlier', "today(?:'s)?", 'tonight', 'tomorrow', 'since', 'originally', 'previously', 'formerly',
      `next (?:${UNIT}|${WEEKDAY})`, `(?:on|by) ${WEEKDAY}`, 'currently', 'right now', `for (?:the )?${DATED}`,
    ],
  },
  relational: {
    strong: [
      'depend(?:s|ed|ing|ents?|enc(?:y|ies))?(?: on| upon)?', 'relat(?:e|es|ed|ing) to', '(?:are|is|be|being|was|were) (?:\\w+ (?:and \\w+ )?)?related', '(?:inter)?relations?(?:hips?)?(?! status)', 'connect(?:s|ed|ing|ions?)?',
      'links? between', 'linked (?:to|with|from)', 'everything linked', '(?:are|is|get) .{1,40} linked', 'interact(?:s|ed)? with', 'upstream', 'downstream', 'coupl(?:ed|ing)', 'hangs? together', 'in common', 'mutual', 'associat(?:ed|ions?) (?:with|between)',
      'belongs? to', 'subclass(?:es)?', 'inherits? from', 'extends', 'foreign keys?', 'part of which',
      '(?:which|what|who) (?:\\w+ ){0,3}?(?:implements?|imports?|calls|references?|subscribes? to|publishes? to|consumes?|points? (?:at|to)|talks? to|feeds?|(?<!(?:do|did|should|can) (?:we|i|you|they) )uses?)', 'what (?:does|do) (?:the|our|my) .{2,40} (?:use|import|call|require)',
      `who(?:'s| is| are| was| were) .{2,40}?'s? ${KIN}`, 'who (?:all )?(?:reports? to|works? (?:with|for|under)|knows|introduced|married|is (?:married to|in charge of|close to)|manages|supervises|mentors?)',
      '(?:tie|ties|tied|tying)(?: in| back)? (?:to|with|together)', 'ties \\w+ to', '(?:ties|path|paths|bonds?|edges?|overlaps?|links?) (?:between|from .{1,40} to)', 'married to', '(?:knows?|met) (?:both|each other)', 'affected (?:if|by|when)', 'what else (?:breaks|fails|goes down|is affected)', 'blast radius', '(?:which|what) (?:\\S+ ){1,4}?(?:would|will|could|might) (?:break|fail|stop|go down|suffer|be (?:affected|impacted|hit|broken))(?: working)?(?: if| when| by| without)', `whose ${KIN}`, `who(?:'s| is| are| was| were) (?:my|his|her|their|our|your) ${KIN}`, '(?:which|what|who) .{0,40}?(?:invokes?|requires?|overrides?|reads? from|writes? to|builds? on|derives? from|inherits?|subclass(?:es)?|pulls? in|(?:rely|relies) on|integrates? with|communicates? with|plugs? into|reports? to|works? (?:for|under))', 'any relation', '(?:no|a|some|direct) (?:relation|tie|link)s? (?:to|with)', '(?:engaged|related by marriage|close) to', 'friends with', '(?:gets?|got|getting) (?:along|on) with', '(?:get|getting|got) along', '(?:fall|fell|falling|fallen) out with', 'integrates? with', 'ties? to',
    ],
    plain: [
      'uses', 'works with', 'implement(?:s|ed by)', 'linked', 'related', `(?:${COMPARATIVE}|rests?|relies|rely|hangs?|hinges?) on`, 'talks? to', 'feeds? into', 'calls? (?:what|whom)', 'close(?:r|st)? to', 'breaks? with it', 'network of', 'adjacent to', 'next to in the', '(?:sits?|stands?|lies?|is|are) between', 'imports?', 'depend\\w*', 'owns', 'linked', 'the same \\w+ as', 'between .{2,40} and (?!when)', 'acquaint\\w+', 'overlaps? with', '(?:made up|consists?) of', 'refer(?:s|ences?) to', 'with whom', 'hierarchy',
    ],
  },
  planning: {
    strong: [
      'decompos\\w+', 'break(?:ing)? (?:\\S+ ){1,8}?(?:down|up)(?: into)?', 'break down',
      `${MAKE_PLAN} ${PLAN}(?! of events)`, INTO_PARTS, ...WAY_AHEAD, 'feasibility', 'action plan', 'contingency', 'project (?:plan|proposal)',
      '(?:validate|review|check|critique|assess|evaluate) (?:the|my|our|this|his|her|a)(?: \\S+){0,3}? (?:plans?|strateg(?:y|ies)|roadmap|schedule|approach)',
      `${ORDER}(?:plan|strategi[sz]e|prioriti[sz]e|sequence|schedule|orchestrate|outline|sketch out|map out|lay out)`, 'map out', 'sketch out', 'strateg(?:y|ies|ic|i[sz]e)', 'roadmap', 'orchestrat\\w*', 'milestones?',
      'how (?:should|shall|ought) (?:i|we|one|the)', 'how would (?:you|we|i) (?:best )?(?:approach|go about|tackle|organi[sz]e|structure|split|handle|plan|attack|schedule)', 'how (?:best )?(?:do|can|could) (?:i|we) (?:best )?(?:prioriti[sz]e|plan|organi[sz]e|approach|tackle|go about)', '(?:go|going) about',
      'project status', 'on track', 'how far along', '(?:do|would|can|could|should) (?:you|we|i) (?:recommend|suggest|advise)', `${ORDER}(?:recommend|suggest|advise)(?: me| us)? (?:how|what|which|whether|an? (?:order|approach|way|strategy|plan))`,
      "(?:'s|her|his|their|my|our|your) plans (?:for|to)", '(?:our|my|the|top|main|team) priorities', 'what (?:should|would) (?:i|we|our|my|be)(?: \\w+)? (?:focus|concentrate|prioriti[sz]e|aim|work on|priorit\\w+|do next|tackle)', 'plan [ab1-9]', '(?:should|shall|ought) (?:i|we) .{2,80} or', 'which approach', 'would it be (?:better|wiser|smarter) to',
      'plan (?:\\w+ )?(?:was|is|does|did|says?|puts?|calls?|needs?)', '(?:did|do|does|have|had) (?:we|i|you|they|he|she|\\w+) (?:ever )?plan',
    ],
    plain: ['plans?', 'planned', 'proposals?', 'tactics?', 'itinerary', 'timetable', 'campaign', 'in (?:stages|phases)', 'stages? (?:in|of|by) which', 'planning', 'approach(?:es)?', 'priorit(?:y|ies|i[sz]e)', 'phased?', 'roll-?out', 'roll out', 'the next (?:\\w+ )?(?:sprints?|quarters?|months|years)', 'suggestions?', 'recommendations?', 'go(?:ing)? ahead with', 'validate', 'what should (?:i|we)', 'should (?:i|we)', 'long-term', 'project is going', 'is the .{2,30}project going', 'budget (?:we|i) (?:sketched|planned|made)'],
    weak: ['schedule', 'what would you do', 'next (?:quarter|sprint)', 'status of'],
  },
  procedural: {
    strong: [
      ...WAY_FORMS, 'how to', `how(?: exactly)? ${CAN} ${DOER}(?! (?:best|know|think|feel|like|mean|get on|get along|relate|connect)|.{2,40} (?:pending|overdue|unfinished|outstanding))`, 'how does one',
      'how (?:did|have|had) (?:i|we|you|they) (?:manage to |actually |finally |end up |last |usually )?(?:get|got|fix(?:ed)?|solved?|handled?|do|done|made?|make|set|deal|dealt|resolved?|recovered?|restored?|built|build|clean(?:ed)?|work(?:ed)? around|debug(?:ged)?|install(?:ed)?|configured?)', 'how (?:did|has|have) \\w+ (?:fix(?:ed)?|solved?|resolved?|install(?:ed)?|configured?|debug(?:ged)?|set up|repair(?:ed)?)',
      '(?:walk|guide|talk|take|lead|step) (?:me|us) through', '(?:teach|show|tell|remind) (?:me|us) (?:how|the way|the steps)', 'how (?:you|we|i) (?:fixed|solved|did|made|built|set up|resolved)', '(?:explain|describe|know|learn|learned|forgot|forgotten) how (?:to|one|you|we|i)', 'step[- ]by[- ]step',
      '(?:the |what |which |exact |all |list |any |^)steps?(?: (?:for|to|of|are|in|does|do|is|did|should))?', 'instructions?', 'procedures?', 'workflows?', 'process (?:for|of|to|is|we|from|by|through|behind)', '(?:which|what) way of \\w+ing', '(?:quirky|unusual|clever|unconventional|playful|neat|smart) (?:ways?|tricks?|methods?|techniques?)', '(?:\\w+ing|release|review|deploy(?:ment)?|approval|our|standup|build|refund|return|claims|purchase|handover|escalation) process', 'recipes?', 'runbooks?', 'playbooks?', 'checklists?', 'how-?to', 'tutorials?', 'guide (?:to|for|on)',
      '(?:right|best|proper|correct|usual|easiest|quickest|fastest|safest|simplest|cleanest|good|any|other|some|new|more|fresh|different|creative) ways? (?:to|of|for)', "what(?:'s| is) the (?:trick|drill|routine|method|technique|command|secret)", 'in (?:what|which) order (?:do|should|must|does)', 'what commands?', '(?:what|which) (?:command|button|key|switch|menu|flag)s? (?:do|should|must|would|can) (?:i|we|you)',
      'what (?:do|must|should) (?:i|we) (?:have to |need to )?(?:type|run|press|click|enter|install|mix|add|execute)', 'try to (?:make|get|fix)', 'way of \\w+ing', 'how (?:is|are|was|were) (?:\\S+ ){1,6}?(?:made|kept|done|put together|assembled|prepared|produced|built|cleaned|stored|rotated|set up|configured|deployed|calculated|computed|released)',
    ],
    plain: ['(?:method|technique|routine) (?:for|of|to)', '(?:why|when) do (?:we|you|i|they) (?:always |usually |first )?\\w+ .{1,50} (?:before|after|first|twice|until|every)', 'how (?:can|could)', 'else (?:could|can) (?:i|we) try', 'how (?:do|does) .{2,60} work', 'sequence of', '(?:could|can) (?:i|we) try', '(?:by|via) (?:script|hand) or', '(?:scripts?|tricks?|hacks?|protocols?) (?:for|to|of)', 'ways? (?:to|of)', `(?:quicker|faster|easier|safer|simpler|cheaper) (?:to|for \\w+ing)`],
    weak: ['by hand', 'process'],
  },
  prospective: {
    strong: [
      'to-?dos?', 'tasks?', 'remind(?:ers?| (?:me|us) (?!what|who|where|how|when|which|why)\\w+)', "(?:don't|do not|never) (?:let me )?forget", 'remember to', 'pending', '(?:is|are|was|what|what\'s|anything|falls|come|comes|coming|bills?|payments?|still) due(?! to)', 'overdue', 'deadlines?', 'errands?', 'chores?', 'action (?:items?|points?)', 'outstanding', 'unfinished', 'follow-?ups?', 'appointments?', 'agenda',
      `(?:still|yet|left|remains?|supposed|meant|need|needs|needed|got|have|has) to (?:be )?${CHORE}`, 'still (?:have|has|need|needs) to', '(?:i|we|he|she|they|you) (?:have |had |has |ever )?(?:promised?|owed?)', 'commit(?:ted)? to', '(?:to-?do|packing|shopping|task|job|bucket) lists?', `(?:over|in|during) the (?:coming|next) (?:few |two |three |couple of )?${UNIT}`, `(?:this )?coming (?:${UNIT}|${WEEKDAY})`, "(?:what's|what is|anything|something|nothing|much) left", 'not (?:yet )?(?:done|closed|finished|paid|sent|answered)', 'ye?t to be (?:\\w+ed|done|sent|paid|written)', 'due (?:by|on|before|soon|sooner|next|first|this|today|tomorrow|in|at)', `${ORDER}(?:make a note|note|jot down) (?:that|to)`, '(?:say|said|told \\w+) (?:that )?(?:i|we|he|she|they) would', '(?:do|have|has|does) (?:i|we|he|she|they|\\w+) (?:have |got )?(?:any|anything|something|a|plans?) .{0,40}(?:today|tomorrow|tonight|this (?:week|weekend|afternoon|evening|month)|next \\w+|planned|scheduled)', '(?:supposed|meant) to', 'left to (?:do|finish|be)', 'left (?:undone|open)', 'waiting (?:for|on)', 'on (?:my|our|\\w+\'s) (?:plate|list|calendar|agenda|to-do)', 'put off', 'procrastinat\\w+', '(?:promised?|committed|volunteered) to', 'coming up', 'upcoming', 'must (?:\\w+ )?be (?:done|finished|sent|ready|signed|paid)', 'backlog', '(?:get|getting|got) .{2,40} done', 'next (?:steps?|actions?)', 'commitments?', 'obligations?', 'still (?:open|to do|undone|blocked|unresolved|incomplete|not done)',
    ],
    plain: ['(?:i|we|he|she|they|who) (?:still |also |all )?(?:need|needs|have|has|got) to(?! know)', 'must (?:i|we)', 'assigned', 'assignees?', 'urgent', 'blocked', 'blocking', 'blockers?', 'open (?:tickets?|issues?|items?|questions?|points?|pull requests?|prs?)', 'do (?:first|next)', 'unanswered', 'awaiting', "(?:hasn't|haven't|isn't|aren't) .{2,60} yet", 'on the list', 'due(?! (?:to|diligence))', 'scheduled', 'calendar', 'bookings?', 'ahead of (?:me|us)'],
    weak: ['tickets?', 'tomorrow', 'tonight', `next (?:${UNIT}|${WEEKDAY})`, 'booked', 'forget'],
  },
  meta: {
    strong: [
      `what(?:ever| all| else)? (?:do|does|did|have|has|can) ${KNOWER} (?:already |currently |actually |really |still )?(?:know|learned|learnt|remember|recall|have (?:notes|stored|on file|on record|in memory)|recorded|stored)`,
      `(?:everything|all|anything|something|nothing|what|things|how much|how little|whatever) (?:that )?${KNOWER} (?:do |don't |already |currently |actually )*(?:know|remember|recall|learned|learnt|have learned|have stored|have (?:on|about)|noted)`,
      `(?:do|does|did|don't) ${KNOWER} (?:even |actually |really |still )?(?:know|remember|recall|have (?:any |some |more |enough )?(?:notes|information|info|knowledge|records?|memor\\w+|data|something|anything|nothing))(?! how to| what to| to | the way)`, `what (?:don't|doesn't|do not|does not) ${KNOWER} (?:know|remember)`,
      `how (?:much|little|well|many \\w+) (?:do|does|did) ${KNOWER} (?:know|remember|have|understand)`, "(?:your|our|its|the bank's) (?:\\w+ )?(?:knowledge|memory|memories|notes|understanding|recollections?|expertise|coverage|competence|strengths|weaknesses|abilit(?:y|ies))", 'knowledge (?:gaps?|coverage|of|about|base)', 'gaps?', 'blind spots?', '(?<!test |code |line |branch |insurance |press |media )coverage', 'expertise', '(?:are|am|is) .{1,40}experts? (?:in|at|on)', 'experts in', `(?:skills|abilities|strengths|weaknesses) (?:do|does) ${KNOWER}`, 'competen(?:t|ce|cy)', 'proficien\\w+',
      'how (?:sure|certain|confident|reliable|trustworthy|accurate|dependable) (?:are|is|am|was|were)', 'how (?:good|bad|strong|skilled|capable|experienced) (?:am|are|is) (?:i|we|you|the agent|our team)', '(?:am i|are you|are we|is the agent) (?:really |any |actually )?(?:good|bad|strong|weak|capable|competent|skilled|better) (?:at|in|with|of)', '(?:can|could) (?:you|we) (?:really |actually )?(?:handle|be trusted) .{2,40}', '(?:can|should) (?:i|we) (?:trust|rely on|believe) (?:your|what you|you)',
      '(?:facts|memories|notes|entries|records|things|experiences|opinions|observations)(?: about .{1,30})? (?:are |have been |is |do you have |do we have |were )?(?:stored|kept|recorded|on file|saved|held)', 'memories (?:mention|about|of|do|are)', '(?:how many|which|what) memories', '(?:is|are|has been|have been|what\'s|everything) stored', 'in (?:your|the) (?:memory|memories|notes|records|bank|knowledge base)',
      '(?:how much|how many|any|no|enough|most|more|little) (?:\\w+ )?(?:information|info|notes|data|knowledge|records|memories|entries)', '(?:notes|knowledge) (?:on|about)', 'have i (?:ever |already )?(?:told|mentioned|shared|said)', "what (?:have )?i(?:'ve)? told you", 'know (?:nothing|little|least|more|most|better|enough|so little|so much|about me)', 'why (?:do|are) you (?:think|believe|know|so (?:sure|confident|certain))', '(?:which|what) (?:topics|subjects|areas|domains|fields)(?: of .{1,30})? (?:do|does|are|have|is) (?:you|we|i|there|the memory|well|poorly|best|missing|thin)',
      'how do you know', '(?:you|we) (?:have |\'ve |have got )?(?:got )?(?:any(?:thing)? |much |something )?(?:stored|noted|on file|on record|recorded|picked up|gathered|saved|memori[sz]ed)', '(?:do|does) (?:you|we|the memory|the bank) (?:hold|store|contain)', '(?:do|have) (?:you|we) (?:got |have )?any (?:\\w+ )?(?:notes|records|memories|info\\w*|data|knowledge)', '(?:you|we|it) (?:are |\'re |is )?(?:ignorant|unaware|uninformed)', '(?:are|aren\'t) (?:you|we) (?:ignorant|unaware|able|aware)', 'how (?:up to date|complete|current|recent|full|good|fresh) (?:is|are) (?:your|our) (?:info\\w*|knowledge|notes|memor\\w+|data|picture|records)', 'your (?:info|information|data|records|sources|limits|limitations|skills)', '(?:what|which) .{0,30}(?:are|aren\'t) (?:you|we) (?:good|bad|best|worst|weak|strong|poor|better) (?:at|in|with)', 'how likely are you to', 'what can you (?:do|not do)', '(?:makes|made) you (?:think|believe|say|so sure|assume)', 'where (?:do|did) you (?:know|have) .{2,60} from', '(?:what|anything|everything|things) you(?:\'ve| have) (?:learned|learnt|heard|noticed|understood)', '(?:topics|subjects|areas|things) (?:are )?you', '(?:what|where|which) .{0,40}are (?:you|we) (?:not |least |most )?(?:un)?(?:sure|certain|confident)', 'where did you (?:learn|hear|get)', 'who told you', 'what evidence (?:do|is|have)', 'nothing on', '(?:should|ought|must) (?:you|we) (?:to )?learn',
    ],
    plain: ['knowledge', 'memories', 'your notes', 'you know', 'you remember', 'how come you', 'what can you tell me about yourself'],
    weak: ['information', 'sources?'],
  },
};
