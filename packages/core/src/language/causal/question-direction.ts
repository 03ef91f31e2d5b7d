import { type Readable, ReadText } from '../read-text.js';

/** What a question about an event asks for: its cause or its effect. */
export type CausalDirection = 'cause' | 'effect';

const BOUND = '(?<!\\p{L})';
const END = '(?!\\p{L})';
const any = (...parts: readonly string[]): RegExp =>
  new RegExp(`${BOUND}(?:${parts.join('|')})${END}`, 'iu');

/** "Lead to", "result in": verbs whose subject is the cause. */
const BRING = [
  'lead(?:s|ing)?',
  'led',
  'cause[sd]?',
  'causing',
  'result(?:s|ed)?',
  'bring',
  'brings',
  'brought',
  'trigger(?:s|ed)?',
  'spark(?:s|ed)?',
  'prompt(?:s|ed)?',
  'provoke[sd]?',
  'produce[sd]?',
  'create[sd]?',
  'gave rise',
  'set off',
  'make',
  'makes',
  'made',
  'enable[sd]?',
  'allow(?:s|ed)?',
  'force[sd]?',
  'drive',
  'drove',
  'driven',
  'inspire[sd]?',
  'entail(?:s|ed)?',
  'spawn(?:s|ed)?',
  'contribute[sd]?',
].join('|');

/** An auxiliary after "what" makes the following words the subject: the agent. */
const AUXILIARY =
  "(?:did|does|do|has|have|had|will|would|could|can|might|may|is|was|were|are)(?:n['’]t)?";

/**
 * Tried in this order: a question for effects often contains a causal word ("what happened because of X"), but seldom
 * the other way round.
 */
const CUES: readonly (readonly [CausalDirection, RegExp])[] = [
  // "What was it caused by?", "What is it due to?"
  [
    'cause',
    new RegExp(
      `${BOUND}(?:what|which|who)${END}.{1,160}? (?:(?:caused|triggered|sparked|prompted|provoked|driven|motivated|inspired|brought on|brought about|blamed|put down) (?:by|on|to)|due to|down to|owing to|because of|thanks to|(?:the|a) (?:result|consequence|effect|outcome) of) *[?.!]*$`,
      'iu',
    ),
  ],
  [
    'cause',
    any(
      'because of (?:what|which|whom?)',
      'due to what',
      'as a result of what',
      'owing to what',
      "(?:what|which) (?:is|was|are|were|['’]s) (?:the |his |her |their |my |your )?(?:\\p{L}+ ){0,2}(?:causes?|reasons?|motives?|motivation|grounds|origins?|roots?|trigger|explanation|source)",
    ),
  ],
  [
    'effect',
    any(
      // "What did the storm lead to?"
      `(?:what|where) (?:else )?(?:did|does|do|has|have|had|will|would|could|can|might|may)(?:n['’]t)?(?! (?:have|has|had|be|been|actually|really)(?: been)? (?:${BRING})) .{1,200}?(?:lead(?:ing)? to|led to|cause|caused|causing|result(?:ed)? in|bring(?: about| on)?|brought(?: about| on)?|trigger(?:ed)?|spark(?:ed)?|prompt(?:ed)?|provoke|produce|set off|give rise to|given rise to|entail|contribute to|enable|spawn|culminate in|mean for|do to (?:me|you|him|her|it|us|them|the|my|our|his|their)|change for)`,
      'what (?:has |have |had |will |would )?(?:happen(?:s|ed|ing)?|change[sd]?|follow(?:s|ed)?|ensue[sd]?|occur(?:s|red)?) (?:\\p{L}+ ){0,3}?(?:because|as a (?:result|consequence)|due to|thanks to|owing to|in consequence|through|by reason)',
      'what (?:has |have |had |will |would )?(?:ensue[sd]?|c[ao]me? (?:out )?of|result(?:s|ed)? from|follow(?:s|ed)? from|became of|become of|arose from|arise from|grew out of|stemmed from)',
      '(?:what|which|any|the|its|main|long-term|how \\p{L}+) (?:\\p{L}+ ){0,3}?(?:consequences?|effects?|outcomes?|results?|impacts?|aftermath|repercussions?|upshot|fallout|implications?|side[- ]effects?|knock-on effects?) (?:of|from|did|does|that|on|for|when|after|has|have|had)',
      '(?:consequences?|effects?|outcomes?|results?|impact|aftermath|repercussions?|fallout) of',
      '(?:what|how|who|where|which) .{0,200}?(?:because of|as a (?:result|consequence) of|as a result|due to|thanks to|owing to|in the wake of|in consequence of) (?!what|which)',
      'what .{1,60}? because ',
      'what happen(?:s|ed) (?:when|after|once|to .{1,60}? after)',
      `how (?:did|does|has|have|will|would) .{1,120}? (?:affect|change|influence|impact)(?:ed)?`,
      'to what .{1,120}? (?:lead|led)',
      'with what (?:result|effect|consequences?|outcome)',
    ),
  ],
  [
    'cause',
    any(
      'why',
      'wherefore',
      'how come',
      'how (?:did|does|do) it come(?: about)? that',
      'what for',
      'for what (?:reason|purpose)',
      `(?:what|who|which \\p{L}+)(?: else)? ?(?:(?:has|have|had|could have|might have|may have|would have|will|would|could|might|can) )?(?!${AUXILIARY}${END}|causes? (?:did|do|does|has|have|had|is|are|was|were|that)|results? (?:did|do|does|has|have|had|is|are|was|were|that))(?:${BRING})`,
      `(?:what|who|which (?:\\p{L}+ ){1,3}?)(?: (?:is|was|keeps|kept|has been|had been)|['’]s) (?:\\p{L}+ )?(?:causing|leading|making|driving|triggering|bringing|producing|creating|prompting)`,
      '(?:what|who) (?:is|was|were|are|lies|lay|stood|stands) behind',
      'reasons? (?:for|behind|why|that|of)',
      'causes? (?:of|for|behind)',
      'grounds for',
      'motives? (?:for|behind|of)',
      "what(?:['’]s| is| was) (?:the )?(?:reason|cause)",
      'what (?:motivat|inspir|persuad|convinc|encourag|compell?|press|push|lead|tempt)\\p{L}*',
      'what (?:did|does|do) .{1,200}? (?:come|stem|arise|result|derive|originate) from',
      'where (?:did|does|do) .{1,200}? (?:come|stem|arise|originate) from',
      'what explains',
      'explain why',
    ),
  ],
  [
    'effect',
    any(
      'wozu (?:hat|führte?n?|haben)',
      'was (?:hat|hatte) (?:der|ein|mein|dein|sein|ihr|unser) .{1,200}? (?:bewirkt|ausgelöst|verursacht)',
      'was (?:hat|hatte|haben|hatten) .{1,200}? zur folge',
      'was (?:bewirkte|folgte aus|wurde aus|geschah wegen|passierte wegen)',
      '(?:welche )?folgen?',
      'auswirkung(?:en)?',
      'was war das ergebnis',
      'was kam dabei heraus',
      'a qué (?:llevó|condujo)',
      'qué (?:provocó|causó) (?:el|la|los|las|su|mi|tu)',
      '(?:cuál|cuáles) (?:fue|fueron|es|son) (?:el resultado|la consecuencia|las consecuencias|el efecto|los efectos)',
      'qué (?:pasó|sucedió|ocurrió) (?:por|a causa de|debido a)',
      'consecuencias? de',
      'à quoi .{1,200}?(?:mené|conduit|abouti)',
      "qu['’]est-ce qu(?:e|['’]) ?.{1,200}? (?:a |ont )?(?:provoqué|causé|entraîné)",
      '(?:quelles?|quels?) (?:ont été |sont |est |a été |furent |fut )?(?:les |la |le )?(?:conséquences?|effets?|résultats?)',
      "qu['’]est-il (?:arrivé|advenu) à cause",
    ),
  ],
  [
    'cause',
    any(
      'warum',
      'wieso',
      'weshalb',
      'weswegen',
      'was (?:hat|haben|ist) .{0,60}?(?:ausgelöst|verursacht|dazu gebracht|schuld)',
      'grund (?:für|dafür)',
      'ursachen?',
      'aus welchem grund',
      'por qué',
      'porqué',
      'por que',
      'cuál (?:es|fue|era) la (?:causa|razón)',
      '(?:causa|razón|motivo) (?:de|por)',
      'qué (?:hizo|llevó|provocó|causó) (?:que|a)?',
      'debido a qué',
      'pourquoi',
      "qu['’]est-ce qui",
      '(?:raison|cause) (?:de|du|pour)',
      'à cause de quoi',
      'per quale motivo',
      'perché',
      'por quê',
      'waarom',
      'почему',
      'зачем',
      'чому',
    ),
  ],
];

/** Longer texts are not treated as questions and skip the patterns. */
const LONGEST = 1_000;

/**
 * The causal direction of a question: `cause` for "why X", "what led to X"; `effect` for "what did X lead to", "what
 * happened because of X"; null for neither. English, with the common forms in German, Spanish and French, and the
 * word for "why" in some others. By rules.
 */
export function questionDirection(given: Readable): CausalDirection | null {
  const query = ReadText.of(given);
  const text = query.part(0, Math.min(LONGEST, query.text.length));
  for (const [direction, pattern] of CUES) if (text.test(pattern)) return direction;
  return null;
}
