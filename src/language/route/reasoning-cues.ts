import type { ReasoningType } from '../../domain/profile.js';
import type { Cues } from './cue-table.js';
import { COMPARATIVE, DOER, INTO_PARTS, MAKE_PLAN, ORDER, PLAN, WAY_AHEAD, WAY_FORMS } from './cue-words.js';

const EVEN = '(?!(?:good|bad|yes|true|right) or|\\w+ly or)';
const ODD = '(?:creative|unusual|unexpected|surprising|playful|crazy|wild|fresh|original|novel|unconventional|quirky|imaginative|clever|witty|out-of-the-box|bold)';

/**
 * How a question wants to be answered (capability U5): what the fit of a memory is told by. `descriptive` has no cues: it is
 * what is left. Of equal weight the earlier one wins.
 */
export const REASONING_CUES: readonly (readonly [Exclude<ReasoningType, 'descriptive'>, Cues])[] = [
  ['comparative', {
    strong: [
      'compar(?:e|es|ed|ing|ison|isons)(?: (?:with|to|between))?', 'versus', 'vs\\.?', 'differ(?:s|ed|ent from|ences?)?(?: between| from)?', 'distinguish\\w*', 'pros and cons', 'trade-?offs?',
      `${COMPARATIVE} (?:\\S+ ){0,4}?than(?! (?:\\d|one|once|twice|a ))`, 'rather than', 'instead of', 'prefer\\w* .{1,40} (?:to|over|or)', 'better (?:to|off)', 'as (?:good|fast|big|much|many|well|cheap|safe|often) as', '(?:similar|similarit(?:y|ies)|same) (?:to|as|between)', 'alike', `(?:is|are|was|were|does|do|did|has|have|runs?) .{2,60} or .{2,60} ${COMPARATIVE}`, `(?:${COMPARATIVE}) .{2,80} or`, `what(?:'s| is| was| would be) ${COMPARATIVE}`, `^\\S+(?: \\S+){0,3} or \\S+(?: \\S+){0,3}, (?:which|what|who)`, '(?:set|pit|weigh|hold|put|measure|stack)s? .{2,60} against', '(?:stack|measure)s? up (?:against|to)', 'against each other', 'side by side', 'compared', 'or .{2,60}, which',
      `^(?:so |and |but )?(?:is|are|was|were|does|do|did|has|have|should|shall|which|who|what|would it be) .{2,80}, ${EVEN}(?:\\S+ ){1,5}or`, '(?:should|shall|ought) (?:i|we|he|she|they) .{2,80} or', 'plan \\w or', `(?:^is it|^would it be|^was it|^were there|^are there) ${COMPARATIVE} .{2,80} or`,
      `(?:which|who|whose) .{0,60}?${COMPARATIVE}`, 'which of (?:the|these|those|my|our) (?:two|three|both)', 'which (?:\\w+ )?(?:comes|came|is|was) first',
    ],
    plain: ['better', 'worse', 'than(?! (?:\\d|one|once|twice|a ))', 'alternatives?', '(?:either|whether) .{2,60} or', 'which (?:is|one is|was|one was|has|are) (?:the )?(?:more|most|less|least)'],
    weak: ['more', 'fewer', 'less'],
  }],
  ['causal', {
    strong: [
      "why(?:'s|'d)?", 'how come', 'what (?:\\w+ )?(?:caused|causes|triggered|triggers|prompted|motivat\\w+|inspired|convinced|persuaded|explains)', 'what (?:made|makes|led|leads|drove|drives|forced|brought)', 'reasons?(?: for| behind| why| that)?', '(?:root )?causes? (?:of|for|behind|the|a|an)', 'root cause', 'because', 'due to', 'consequences?', '(?:side )?effects? (?:did|does|do|of|on|has|had|will|would)', '(?:implications?|repercussions?|fallout|aftermath)', 'impact (?:of|did|does|has|had|on|will|would)',
      'what (?:(?:will|would|could|might|can|does|do|is going to) )?(?:happens?|breaks?|fails?|stops?|changes?|goes wrong) (?:if|when|once)', 'what else (?:(?:would|will|could) )?(?:breaks?|fails?|goes down|stops?|suffers?)', '(?:affected|impacted|break|fail|happen) (?:if|by|when)', '(?:led|lead|leads|leading) to', 'result(?:ed|s|ing)? (?:in|from)', "what(?:'s| is| was| has been| keeps) (?:keeping|blocking|holding|stopping|preventing|causing|making|driving|behind|slowing)", 'what keeps', 'what for$', '(?:stems?|arises?|originates?) from', 'to blame', 'culprit', 'owing to', 'on account of', '(?:makes|made) (?:you|them|him|her|us|me|\\w+) (?:think|believe|assume|change|leave|choose|quit|stop)', 'if .{2,80} what (?:does|will|would|happens|could|might)', 'what (?:does|will|would|did) (?:that|this|it) do to', '(?:would|will|could|might) (?:break|fail|stop|suffer|go down)(?: \\w+)? (?:if|when|without)', 'at fault',
    ],
    plain: ['thanks to', 'motives?', 'caused?', 'what if .{2,60}(?:fails?|goes|breaks?|dies|crash\\w*|drops?|stops?|expires?|runs out)'],
  }],
  ['evaluative', {
    strong: [
      'how (?:well|good|bad|successful|successfully|effective|reliable|sure|certain|confident|trustworthy|accurate|healthy|strong|solid|competent|useful|helpful|safe|satisfied|happy|mature|robust|efficient|experienced|proficient|skilled|productive|popular)',
      'how (?:did|does|do|was|were|is|are|has|have) .{2,60}(?:go|(?<!of )going|gone|turn out|turned out|work out|worked out|perform(?:ed|ing)?|fare[ds]?|holding up|hold up|shaping up|coming along|doing|any good)', '^how (?:was|were|is|are) (?:the|your|his|her|our|their|my|\\w+\'s) (?:\\w+ ){1,4}(?:on|yesterday|today|last|this|so far|any)', 'any good', 'worth(?: it| the| while)?',
      'succe(?:ed|eds|eded|ss|sses|ssful|ssfully)', 'failures?', '(?:a|an) (?:success|failure|mistake|mess|disaster|hit|flop|good idea|bad idea|waste)', 'turn(?:s|ed)? out', '^(?:so |and |but )?(?:did|does|do|has|have|is|are|was|were|will) .{2,60}(?:pass|passed|work|works|working|worked|help|helps|helped|hold up|holding up|suffice|pan out|work out|worked out)(?: (?:well|as|out|at all|so|better)|\\?|$)?', '(?:paid|pays?) off(?! (?:the|my|his|her|our|their|a|all))', 'holds? up',
      'on track', 'project status', 'how far along', 'keep(?:ing)? up(?: with)?', '(?:did|have|has) .{1,20}manage(?:d)? to', 'evaluat\\w+', 'assess\\w*', 'validate', 'verdict', 'ratings?', `${ORDER}(?:review|critique|check|judge|rate|grade)`,
      '(?:am i|are you|are we|is \\w+|is the \\S+|are they|was it|is it|is this|is that|is our \\S+(?: \\S+)?|is my \\S+|is the \\S+ \\S+|are the \\S+) (?:really |any |still |actually )?(?:good|bad|great|right|sound|reliable|safe|healthy|sensible|realistic|solid|useful|effective|reasonable|correct|trustworthy|well)(?! ways?)', '(?:good|right|bad) or (?:bad|wrong|good)', 'or is (?:that|it) a mess', 'wrong with', '(?:go|goes|went|gone|going) (?:well|badly|wrong|smoothly|okay|ok|fine|according to plan)', '(?:realistic|feasible|viable|doable|achievable|sustainable)', '(?:makes?|making|made) sense', '(?:do|does|did|are) .{2,60}(?:getting |get |gets? )along', 'how (?:close|likely|up to date|complete|realistic|feasible|thorough|stable|fair|honest|smooth|smoothly|precise|secure)', 'what do (?:you|we|they|people) make of', '(?:are|am|is|was|were) (?:\\w+ ){1,2}(?:really |any |actually )?(?:good|bad|best|worst|weak|strong|capable) (?:at|in|with|of)', '(?:would|will|does|did|could) .{2,80} (?:work|hold|help|suffice|pay off)(?: (?:against|for|with|in|as|on)|\\?|$)', '(?:can|could) (?:you|we) (?:really |actually )?(?:handle|cope|manage)', 'how are (?:we|you|they|things) doing', 'expertise', 'experts in', 'proficien\\w+', 'competen\\w+', '(?:can|should|could) (?:i|we) (?:trust|rely)', '(?:can|could) (?:you|we) (?:handle|manage) .{2,40}well', 'outcomes?', 'what (?:do|does|did) .{2,40} think (?:of|about)', 'satisf\\w+', 'feedback', 'quality of', 'lessons? learn(?:ed|t)', 'tell me whether',
    ],
    plain: ['results?', '(?<!(?:for|my|code|under|in) )reviews?', '(?:un)?reliable', 'trustworthy', 'accurate', 'useful', 'adequate', 'sufficient', 'satisfactory', 'up to (?:scratch|date|standard)', 'actually works?', 'helped', 'effective(?:ness)?', 'performance', 'progress', 'strengths?', 'weakness(?:es)?', 'opinions? (?:of|on|about)'],
    weak: ['(?:problems?|issues?) with'],
  }],
  ['creative', {
    strong: [
      '(?:any|some|more|new|other|few|\\w+ing|what|which|give me|have|need|got|crazy|creative|fun|good) ideas?(?! was| is)', 'ideas (?:for|how|about|on)', '(?:an|any|another|new) idea (?:for|how)', 'brainstorm\\w*', 'imagin\\w+', 'creative(?:ly)?', 'inspire (?:me|us)', 'invent', 'come up with', 'think (?:up|of) (?:a|an|some|new|other|something|more|any|another|a few)', 'dream up', 'what if (?:we|i|you|one|it were|there were)',
      `${ODD}(?:,? \\w+)? (?:ways?|plans?|strateg\\w+|ideas?|names?|takes?|angles?|approach\\w*|connections?|insights?|uses?|gifts?|titles?|concepts?|links?|slogans?|twists?|possibilit\\w+)`, 'new (?:ways?|angles?|uses?|ideas?|strategies|approaches) (?:could|can|to|for|of|might)', '(?:what|how|where|which) (?:\\w+ ){0,2}(?:could|might) (?:i|we|you|one) (?:also |else )?(?:give|try|name|call|write|paint|invent|gift|build|offer|combine|make of|surprise|design|draw)', 'what (?:else )?(?:could|might) (?:connect|link|explain|be hidden)', 'what else (?:could|can|might) (?:i|we|you|one)', '(?:what|any) other (?:ways?|options?|possibilit\\w+)', `${ORDER}(?:suggest|propose|invent|imagine|dream up) (?:a|an|some|any|new|names?|titles?)`, 'suggestions? for', 'nickname', 'slogans?', 'reimagin\\w+', 'surprise (?:me|us)', 'suppos(?:e|ing)', 'pretend', '^picture', 'envisage', 'make up (?:a|an|some)', 'concoct', `what if \\S+(?: \\S+)? (?:had|hadn't|were|was|weren't|never)`, `${ODD} (?:\\w+ )?(?:tricks?|methods?|campaigns?|story|stories|explanations?|themes?|designs?|recipes?|thing|things)`, 'wild', '(?:nobody|no one) else would', 'possible (?:plans|ways|connections|explanations|names|titles|uses)', 'hypothes[ie]\\w+', 'speculat\\w+', 'hidden (?:in|connections?|patterns?|links?)', 'write (?:me )?(?:a|an) (?:\\w+ )?(?:poem|song|story|joke|limerick|haiku)',
    ],
    plain: [`${ORDER}suggest`, 'possibilit\\w+'],
  }],
  ['strategic', {
    strong: [
      'strateg\\w+', 'roadmap', 'goals?', 'aims?', 'aiming(?: for)?', 'vision', 'mission', 'long[- ](?:term|run|range)', 'in the long run', 'priorit\\w+', 'decompos\\w+', 'break(?:ing)? (?:\\S+ ){1,8}?(?:down|up)(?: into)?', 'milestones?', 'orchestrat\\w*', 'how (?:should|shall|ought) (?:i|we|one)', 'how would (?:you|we|i) (?:best )?(?:approach|go about|tackle|organi[sz]e|structure|split|handle|plan|attack|schedule)', 'how (?:best )?(?:do|can|could) (?:i|we) (?:best )?(?:prioriti[sz]e|plan|organi[sz]e|approach|tackle|go about)', '(?:go|going) about', 'matters? most', 'most important',
      'what (?:should|would) (?:i|we|you)(?: \\w+)? (?:focus|concentrate|prioriti[sz]e|aim|do first|do next|learn next|tackle|work on|learn)', '(?:wants?|hopes?|plans?|aspires?|dreams?) (?:to be(?:come)?|of becoming)', 'ambitions?', 'aspirations?', 'objectives?', 'okrs?', `${MAKE_PLAN} (?:plan|schedule|timeline|approach|itinerary|curriculum|roadmap)`, `${ORDER}(?:plan|strategi[sz]e|prioriti[sz]e|sequence|schedule|outline|sketch out|map out|lay out)`, 'map out', 'sketch out', 'the next (?:\\w+ )?(?:sprints?|quarters?|years)', 'recommend an? (?:order|approach|strategy|plan|way)', 'which approach (?:do|would|should) (?:you|i|we)', `${ORDER}(?:suggest|recommend|advise)(?: me| us)? how`, 'bigger picture', `${MAKE_PLAN} ${PLAN}(?! of events)`, INTO_PARTS, ...WAY_AHEAD, '(?:achieve|accomplish)', 'tackle', '(?:should|ought to|must|has to) (?:come|be|go|happen) first', 'focus on',
    ],
    plain: ["(?<!what(?:'s| is| was) (?:our|the|my|your) (?:\\w+ )?)plans?(?! (?:says?|mentions?|contains?|covers?|includes?|say))", 'planning', 'planned', 'approach', 'in the future', 'organi[sz]e', 'should (?:i|we)'],
    weak: ['recommend'],
  }],
  ['procedural', {
    strong: [
      ...WAY_FORMS, 'how to', `how(?: exactly| best)? (?:do|does|did|can|could|should|would|must|might) ${DOER}(?! (?:know|think|feel|like|mean|get on|get along))`, 'how does one', '(?:walk|guide|talk|take|lead|step) (?:me|us) through', '(?:teach|show|tell|remind) (?:me|us) (?:how|the way|the steps)', 'how (?:you|we|i) (?:fixed|solved|did|made|built|set up|resolved)', '(?:explain|describe|know|learn|learned|forgot|forgotten) how (?:to|one|you|we|i)', 'step[- ]by[- ]step', '(?:what|which) (?:are |were )?(?:the )?steps?(?: (?:to|for|are|should|must|do|does|is|in))', '(?:the |all |^)steps (?:for|to|of)', 'instructions?',
      "(?:what's|what is|what was|describe|explain|give me|show me|show|need|find|^|remember) (?:the |our |your |a |an |me the )?(?:\\w+ )?(?:procedure|process|workflow|recipe|runbook|playbook|checklist|method|technique|routine|trick|drill)(?: (?:for|to|of|from|when|behind))?", '^(?:recipe|runbook|workflow|playbook|checklist|procedure)', '(?:right|best|proper|correct|usual|easiest|quickest|fastest|safest|simplest|cleanest) ways? (?:to|of|for)', 'in (?:what|which) order (?:do|should|must|does)', 'what commands?', '(?:what|which) (?:command|button|key|switch|menu|flag)s? (?:do|should|must|would|can) (?:i|we|you)', 'what (?:do|must|should) (?:i|we) (?:have to |need to )?(?:type|run|press|click|enter|install|mix|add|execute)', 'how (?:is|are|was|were) (?:\\S+ ){1,6}?(?:made|kept|done|put together|assembled|prepared|produced|built|cleaned|stored|rotated|set up|configured|deployed|calculated|computed|released)', 'how (?:do|does) .{2,60} work',
    ],
    plain: ['how (?:can|could)', 'recipe', 'tutorial', 'how (?:did|has|have) \\w+ (?:fix(?:ed)?|solved?|resolved?|install(?:ed)?|configured?|debug(?:ged)?|set up|repair(?:ed)?|make|build)'],
    weak: ['set ?up'],
  }],
];
