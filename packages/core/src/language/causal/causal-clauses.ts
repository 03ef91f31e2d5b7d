import {
  type CauseCue,
  type CauseMention,
  clause,
  type Clause,
  CLAUSE_CUES,
  cue,
  readCauses,
  splitByCue,
  word,
} from './causes.js';
import { type Readable, ReadText } from '../read-text.js';

const BE = "(?:(?:is|was|are|were|be|been|being|get|got|['’]s|['’]re) (?:\\p{L}{2,14} )?)";
const HAVE = '(?:has |have |had )?';
const forms = (...verbs: readonly string[]): string => `${HAVE}(?:${verbs.join('|')})`;
/** What follows a transitive verb: its object. */
const OBJECT =
  '(?= (?:me|you|him|her|it|us|them|the|a|an|my|our|his|her|its|their|your|this|that|these|those|all|every|each|some|any|no|many|most|more|few|half|both|several|hundreds|thousands|dozens|at least|\\p{N}|\\p{L}{1,3} (?:of|to)|\\p{L}{4}))';

/** Verbs of change: they state a cause if their subject is a thing, not a person. */
const CHANGE = forms(
  'kill(?:s|ed|ing)',
  'injur(?:es|ed|ing)',
  'wound(?:s|ed|ing)',
  'hurts?',
  'damag(?:es|ed|ing)',
  'destroy(?:s|ed|ing)',
  'ruin(?:s|ed|ing)',
  'spoil(?:s|ed|t|ing)',
  'broke',
  'breaks',
  'crash(?:es|ed|ing)',
  'fr(?:eez|oz)es?',
  'froze',
  'corrupt(?:s|ed|ing)',
  'delet(?:es|ed|ing)',
  'delay(?:s|ed|ing)',
  'block(?:s|ed|ing)',
  'stopp(?:ed|ing)',
  'stops',
  'halt(?:s|ed|ing)',
  'end(?:s|ed|ing)',
  'prevent(?:s|ed|ing)',
  'disrupt(?:s|ed|ing)',
  'displac(?:es|ed|ing)',
  'paralys(?:es|ed|ing)',
  'clos(?:es|ed|ing)',
  'cut(?:s|ting)?',
  'reduc(?:es|ed|ing)',
  'increas(?:es|ed|ing)',
  'improv(?:es|ed|ing)',
  'rais(?:es|ed|ing)',
  'lower(?:s|ed|ing)',
  'slow(?:s|ed|ing)(?: down)?',
  'sp(?:ed|eeds) up',
  'doubl(?:es|ed|ing)',
  'boost(?:s|ed|ing)',
  'weaken(?:s|ed|ing)',
  'strengthen(?:s|ed|ing)',
  'chang(?:es|ed|ing)',
  'claim(?:s|ed|ing)',
  'shatter(?:s|ed|ing)',
  'flood(?:s|ed|ing)',
  'burn(?:s|ed|t|ing)',
  'wreck(?:s|ed|ing)',
  'scar(?:es|ed|ing)',
  'upset(?:s|ting)?',
  'anger(?:s|ed|ing)',
  'worr(?:ies|ied|ying)',
  'gave',
  'gives',
  'help(?:s|ed|ing)',
  'sav(?:es|ed|ing)',
  'cost',
  'costs',
  'brought',
  'turned',
  'put',
  'got',
);

const PERSON =
  '(?:\\p{L}{1,30} )?(?:mom|mum|mother|dad|father|parents?|sister|brother|son|daughter|wife|husband|partner|friends?|boss|kids?|child(?:ren)?|neighbou?rs?|team|teacher|doctor|colleagues?|cousin|aunt|uncle|grand\\p{L}{1,30}|man|woman|men|women|people|girl|boy|guys?|dog|cat)';
/** A thing or an activity as the subject of its sentence, up to the verb: "The new tablets", "Learning Portuguese". */
const THING = `^((?!(?:my|our|his|her|their|your|the|a|an|this|that|all|some|these|those) ${PERSON}(?!\\p{L}))(?:my|our|his|her|its|their|your|the|a|an|this|that|these|those|all|low|high|hundreds|thousands|lack|\\p{L}{2,30}ing) [^,.;:!?]{2,80}? )`;
/** "Since" means a time after a perfect, and in these phrases. */
const TIMELESS = "(?<!(?:have|has|['’]ve|been|ever|long)(?!\\p{L})[^.;]{0,80}since)";

/** "Made me laugh", "makes books cheap"; not "made by hand", "made a cake". */
const MADE =
  '(?= (?:me|you|him|her|it|us|them|(?:the|my|our|his|their|your) \\p{L}+|(?!(?:a|an|by|in|at|on|of|off|to|for|from|during|with|clear|public|sure|use|sense|up|out|do|friends|plans|some|any|no|it) )\\p{L}+) \\p{L}+)';

/**
 * Verbs and phrases that state explicitly that one thing brought about another, in addition to the connectives of
 * `CLAUSE_CUES`. Used for the causal space and for spans, not for links between memories.
 */
export const VERBAL_CUES: readonly CauseCue[] = [
  cue(
    word(
      `${BE}(?:caused|triggered|sparked|prompted|provoked|brought on|brought about|driven|fuell?ed|inspired|motivated|ignited|produced|created|set off|spurred|precipitated|induced) by`,
    ),
    'after',
    0.85,
  ),
  cue(
    word(
      `${forms('stem(?:s|med|ming)? from', 'ar(?:ise|ises|ose|isen|ising) (?:from|out of)', 'result(?:s|ed|ing)? from', 'originat(?:es?|ed|ing) (?:from|in)', 'com(?:es?|ing) from', 'came from', 'came about (?:because|through)', 'followed from', 'grew out of', 'derive[sd]? from')}`,
    ),
    'after',
    0.8,
  ),
  cue(
    word(
      `${BE}(?:down to|(?:all )?(?:the|a|an)? ?(?:direct )?(?:result|consequence|effect|product|outcome|fault|by-product) of|attribut(?:ed|able) to|blamed on|put down to|owed to)`,
    ),
    'after',
    0.8,
  ),
  cue(
    word(
      'in (?:response|reaction|retaliation|answer) to|in (?:light|view|consequence) of|in the wake of|in retaliation for|in revenge for|given that|seeing (?:that|as)|now that|for fear (?:of|that)|out of (?=fear|anger|frustration|boredom|curiosity|love|spite|pity|concern|habit)|for (?:want|lack) of|infolge|dank|gracias a|en raison de|suite à|ya que|puesto que|car(?= (?:je|tu|il|elle|on|nous|vous|ils|elles|le|la|les) )',
    ),
    'after',
    0.75,
  ),
  cue(
    '^((?:the|my|our|his|her|their|one|another) (?:\\p{L}{1,30} ){0,2}(?:reason|cause|explanation) [^,.;:!?]{3,120}? )(?:is|was|were)(?! (?:because|that|why))(?!\\p{L})',
    'after',
    0.75,
  ),
  cue(
    word(
      `${BE}(?:the|a|one|another|my|our|his|her|their)? ?(?:main |real |big |only )?(?:reason|cause|motive|grounds?) (?:for|of|behind|that)`,
    ),
    'before',
    0.8,
  ),
  cue(
    word(
      'and (?:so|thus|hence)(?! (?:on|forth|far|am|is|are|was|were|do|does|did|have|has|can|could|will|would|should)(?!\\p{L}))|with the (?:result|effect|consequence) that|thereby|thus|whereupon',
    ),
    'before',
    0.6,
  ),
  cue(
    word(
      `(?:which |that |this |it )?${forms('spark(?:s|ed|ing)?', 'trigger(?:s|ed|ing)?', 'prompt(?:s|ed|ing)', 'provok(?:es?|ed|ing)', 'ignit(?:es?|ed|ing)', 'fuel(?:s|led|ed|ling|ing)', 'spur(?:s|red|ring)', 'unleash(?:es|ed|ing)?', 'precipitat(?:es?|ed|ing)', 'induc(?:es?|ed|ing)', 'bring(?:s|ing)? (?:on|about)', 'brought (?:on|about)', 'g(?:ives?|ave|iven|iving) (?:rise|birth) to', 'set(?:s|ting)? off', 'contribut(?:es?|ed|ing) to', 'pav(?:es?|ed|ing) the way (?:for|to)', 'culminat(?:es?|ed|ing) in', 'end(?:s|ed|ing)? in', 'result(?:s|ed|ing)? into')}`,
    ),
    'before',
    0.8,
  ),
  cue(
    word(
      `(?:which |that |this |it )?${forms('forced', 'compelled', 'compels', 'obliged', 'drives', 'drove', 'pushed', 'pushes', 'enable[sd]', 'allow(?:s|ed)', 'inspire[sd]', 'motivate[sd]', 'encourage[sd]', 'convince[sd]', 'persuade[sd]', 'permitted', 'plunged', 'render(?:s|ed)')}`,
    ) + OBJECT,
    'before',
    0.7,
  ),
  cue(
    word(`(?:which |that |this |it )?${forms('mean(?:s|t)(?: that)?(?! to(?!\\p{L}))')}`) + OBJECT,
    'before',
    0.6,
  ),
  cue(
    `(?<!\\p{L})(?<!(?:is|was|were|are|be|been|being|get|got|have|has|had) )(?:which |that |this |it )?${forms('made', 'makes')}(?!\\p{L})` +
      MADE,
    'before',
    0.6,
  ),
  cue(
    word(`(?:which |that |this |it )?${forms('led', 'leads', 'leading')}`) +
      '(?= \\p{L}+(?: \\p{L}+){0,3} to )',
    'before',
    0.7,
  ),
  cue(
    ', (?:thus |thereby )?(?:leaving|forcing|making|causing|killing|injuring|wounding|prompting|sparking|triggering|allowing|enabling|driving|pushing|inspiring|encouraging|plunging|rendering)(?= )',
    'before',
    0.65,
  ),
  cue(
    word(
      `(?:which |that |this |it )${forms('gave', 'gives', 'let', 'lets', 'got', 'helped', 'helps', 'saved', 'cost', 'brought', 'turned', 'put')}`,
    ) + OBJECT,
    'before',
    0.6,
  ),
  cue(
    `(?<!\\p{L})since(?= (?:my|our|his|her|their|its|the|it|he|she|they|i|we|you|there|nobody|everyone|someone|no one) (?!last|first|started|began|was (?:a|little|young|born|\\p{N}))\\p{L}+ \\p{L}+)${TIMELESS}`,
    'after',
    0.5,
  ),
  cue(
    '^since(?= [^,]{8,120},)(?! (?:then|last|when|\\p{N}+|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|\\p{L}+ last)(?!\\p{L}))',
    'after',
    0.5,
  ),
  cue(
    '(\\p{L} )after(?= (?:my|our|his|her|their|its|the|it|he|she|they|i|we|you|somebody|someone|a|an|two|three|several|some|many|\\p{L}+ing) \\p{L}+ \\p{L}+)',
    'after',
    0.4,
  ),
  // "The king raised taxes to pay for the war" states a purpose.
  cue(
    `${THING}(?:${CHANGE})(?!\\p{L})(?![^,.;]{0,200} (?:to|because|after|since|when) \\p{L}{3})` +
      OBJECT,
    'before',
    0.5,
  ),
  cue(
    word(
      '(?:hat |haben )?(?:führte|führten|führt) (?:dazu|zu[mr]?)|verursachte|bewirkte|(?:ha |había )?(?:provocó|causó|llevó a|condujo a|hizo que|provocado|causado)|a (?:provoqué|causé|conduit à|entraîné|mené à)',
    ),
    'before',
    0.7,
  ),
];

/**
 * Tried last, and only if the fitted classifier finds that a cause is stated: these words usually mean something
 * else.
 */
export const IMPLIED_CUES: readonly CauseCue[] = [
  cue(
    word(
      'in protest (?:against|over|at)|in (?:solidarity|connection) with|in support of|in a bid to|in order (?:to|that)|so as to|so that|with the aim of|with a view to|in an attempt to|in an effort to',
    ),
    'after',
    0.6,
  ),
  cue(
    word(
      '(?:,? ?(?:soon |shortly |immediately |days |hours |a day )?(?:after|following)|over alleged|amid|in the aftermath of)',
    ),
    'after',
    0.55,
  ),
  cue(
    word('demanding|seeking|protesting|condemning|alleging|calling for|urging|accusing'),
    'after',
    0.5,
  ),
  cue(
    '([\\p{L}\\p{N}”"’\'),]) (?:when|as|if|because|since|once|while|unless)(?= )(?! (?:well|much|many|long|soon|far|such|part|saying|usual|a)(?!\\p{L}))',
    'after',
    0.5,
  ),
  cue('^(?:when|as|once|after|since|with|if)(?= [^,]{8,},)', 'after', 0.5),
  // Case-sensitive: "to protest" is a purpose, "to London" is none.
  {
    pattern:
      /([\p{L}\p{N}”"’),] ?)(?<=[ ”"’),])to(?= (?!the |be |his |her |their |its |our |this |that |these |those |and |all |some )\p{Ll}{3,}(?![\p{L}]))/u,
    cause: 'after',
    confidence: 0.45,
  },
  cue(
    word(
      'against|over|for(?= (?:\\p{L}+ing|the|their|his|her|its|a|an|alleged\\p{L}*|not|failing) )',
    ),
    'after',
    0.45,
  ),
  cue(
    `(?<!\\p{L})(?<!(?:is|was|were|are|be|been|being|get|got|have|has|had) )(?:which |that |and )?(?:${CHANGE})(?!\\p{L})` +
      OBJECT,
    'before',
    0.5,
  ),
  cue(
    word(
      'during|by(?= \\p{L}+ing )|by|with|in(?= (?:a|an|the) (?:\\p{L}+ )?(?:attack|clash|blast|explosion|encounter|accident|crash|fire|firing|fight|riot|riots|violence|incident|shooting|protest|strike|operation|war)\\p{L}*)',
    ),
    'after',
    0.4,
  ),
  cue(', (?:and|then|but) ', 'before', 0.3),
];

/** How a cause is expressed: by a connective, by a verb, or by weaker signs. */
type CauseExpression = 'stated' | 'verbal' | 'implied';

export interface CausalClauses extends CauseMention {
  readonly telling: CauseExpression;
}

/** Longer sentences are lists or logs; their verbs are ignored. */
const LONGEST_SENTENCE = 1_000;

/**
 * Cause and effect of each sentence that states one, and those within the clauses themselves: by connectives as
 * {@link readCauses} reads them, else by verbs ("sparked", "stems from"), else, if `impliesCause` says that the
 * sentence contains a cause, by weaker signs ("after", "to protest"). Clauses are reduced to their statement: without
 * "he said" and dependent phrases.
 */
export function readCausalClauses(
  given: Readable,
  impliesCause: (sentence: ReadText) => boolean,
): CausalClauses[] {
  const reading = ReadText.of(given);
  const { text } = reading;
  const stated = readCauses(reading);
  const found: CausalClauses[] = [];
  let next = 0;
  for (const sentence of reading.sentences) {
    // A question asks for a cause and states none. A cause may be in the previous sentence; its cue is in the
    // later clause.
    const mention = stated[next];
    if (mention !== undefined && last(mention) > sentence.start && last(mention) <= sentence.end) {
      if (!sentence.text.endsWith('?'))
        found.push(...links(text, { ...mention, telling: 'stated' }));
      next++;
      continue;
    }
    if (
      sentence.text.startsWith('```') ||
      sentence.text.endsWith('?') ||
      sentence.text.length > LONGEST_SENTENCE
    )
      continue;
    const verbal = splitByCue(text, sentence, VERBAL_CUES);
    if (verbal !== null) {
      found.push(...links(text, { ...verbal, telling: 'verbal' }));
      continue;
    }
    const implied = splitByCue(text, sentence, IMPLIED_CUES);
    if (implied !== null && impliesCause(sentence.reading))
      found.push(trimmed(text, { ...implied, telling: 'implied' }));
  }
  return found;
}

/** "A caused B, which led to C": causes within each clause extend the chain. */
function links(text: string, mention: CausalClauses): CausalClauses[] {
  const inner = [mention.cause, mention.effect].flatMap((own): CausalClauses[] => {
    const linked =
      own === null
        ? null
        : splitByCue(text, { ...own, reading: new ReadText(own.text) }, LINKING_CUES);
    return linked === null ? [] : [{ ...linked, telling: mention.telling }];
  });
  return [mention, ...inner].map((each) => trimmed(text, each));
}

/** Minimum confidence of cues used within a clause: only unambiguous ones. */
const SURE_LINK = 0.6;
const LINKING_CUES: readonly CauseCue[] = [...CLAUSE_CUES, ...VERBAL_CUES].filter(
  ({ confidence }) => confidence >= SURE_LINK,
);

const last = ({ cause, effect }: CauseMention): number => Math.max(cause?.end ?? 0, effect.end);

function trimmed(text: string, mention: CausalClauses): CausalClauses {
  const { cause, effect } = mention;
  const causeFirst = cause !== null && cause.start < effect.start;
  return {
    ...mention,
    cause: cause === null ? null : causeFirst ? withoutLead(text, cause) : withoutTail(text, cause),
    effect: causeFirst || cause === null ? withoutTail(text, effect) : withoutLead(text, effect),
  };
}

const SAYING =
  '(?:said|says|say|told|tells|added|adds|reported|reports|claimed|claims|alleged|stated|announced|noted|warned|argued|explained|according to|reckons?|believes?)';
/** Leading text before the clause itself: an earlier clause, or only who said it and when. */
const LEAD = new RegExp(
  `^.*(?:[;:] | ${SAYING}(?: on \\p{Lu}\\p{L}+)?(?: ,)? that | ${SAYING} | ?, (?:and|but|while|where|which|who) (?=\\p{L}+ \\p{L}+))(?=.{12})`,
  'su',
);
/** Where another clause begins. */
const TAIL = new RegExp(
  `(?<=.{12})(?: ?[;:] | ?[,”"] ?(?:\\p{L}+ ){0,5}${SAYING}(?!\\p{L})| ?, (?:and|but|while|where|which|who|whereas|although|though|so)(?!\\p{L})|'' ).*$`,
  'su',
);
/** "On Tuesday , ", "However , ". */
const OPENING =
  /^(?:(?:on|in|at|last|by|earlier|later|yesterday|today|meanwhile|however|also|but|and)(?: [\p{L}\p{N}]+){0,3} ?, )/iu;

function withoutLead(text: string, { start, end, text: own }: Clause): Clause {
  const lead = LEAD.exec(own)?.[0].length ?? 0;
  const opening = OPENING.exec(own.slice(lead))?.[0].length ?? 0;
  return clause(text, start + lead + opening, end) ?? { start, end, text: own };
}

function withoutTail(text: string, { start, end, text: own }: Clause): Clause {
  const tail = TAIL.exec(own);
  return (
    (tail === null ? null : clause(text, start, start + tail.index)) ?? { start, end, text: own }
  );
}
