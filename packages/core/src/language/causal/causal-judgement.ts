import { DUE_TO, readCauses } from './causes.js';
import { readLexicon } from '../lexicon.js';
import { type Readable, ReadText } from '../read-text.js';
import { ENGLISH_STOP_WORDS } from '../segmentation.js';
import type { Stemmer } from '../stem.js';
import { hashText } from '../text-hash.js';
import DATA from '../../../data/models/causal.json' with { type: 'json' };

/** The parameters of a fitted classifier of whether a text states a cause. */
export interface CausalModel {
  /** One signed byte per bucket, in base64; a feature's bucket is its hash modulo their number, a power of two. */
  readonly weights: string;
  /** The value of a weight of 1, in logits. */
  readonly scale: number;
  readonly intercept: number;
  /** Minimum probability at which a cause counts as stated: the value with the highest F1 on held-out sentences. */
  readonly threshold: number;
  readonly fittedOn: string;
}

const SEED = 0x3c6ef372;

/** The distinct buckets of a text's features. `buckets` is a power of two. */
export function bucketsOf(features: readonly string[], buckets: number): Uint32Array {
  return Uint32Array.from(
    new Set(features.map((feature) => hashText(feature, SEED) & (buckets - 1))),
  );
}

/**
 * Logistic regression over hashed features (Weinberger et al. 2009), each text's features scaled to length 1: the
 * probability for a text with these buckets.
 */
export function logistic(
  weights: ArrayLike<number>,
  intercept: number,
  buckets: Uint32Array,
): number {
  let sum = 0;
  for (const bucket of buckets) sum += weights[bucket] ?? 0;
  return 1 / (1 + Math.exp(-intercept - sum / Math.sqrt(Math.max(1, buckets.length))));
}

export function packWeights(weights: Float64Array): Pick<CausalModel, 'weights' | 'scale'> {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9);
  const bytes = Int8Array.from(weights, (weight) => Math.round((weight * 127) / largest));
  return {
    weights: Buffer.from(bytes.buffer).toString('base64'),
    scale: Number((largest / 127).toPrecision(6)),
  };
}

export function unpackWeights({
  weights,
  scale,
}: Pick<CausalModel, 'weights' | 'scale'>): Float32Array {
  return Float32Array.from(
    new Int8Array(Buffer.from(weights, 'base64')),
    (weight) => weight * scale,
  );
}

/**
 * The parameters of the shipped causal classifier, made by `npm run bench -- fit-causes --file PATH`. Never edit by
 * hand; refit when the features change.
 */
const SHIPPED_CAUSAL_MODEL = DATA as CausalModel;

/**
 * Words by their relation to a cause, one family per line: its name, then its words. After the classes of causative
 * verbs of Talmy (1988) and Levin (1993), and of the connectives of the Penn Discourse Treebank (Prasad et al. 2008).
 */
const FAMILIES = `
result cause lead result bring produce create generate spark trigger prompt provoke ignite fuel fan spur unleash induce yield entail incite
make make force compel drive push oblige pressure render leave turn send plunge thrust
enable enable allow let help permit facilitate encourage inspire motivate empower contribute
hinder prevent block stop halt disrupt hamper delay hinder obstruct thwart avert deter foil hold paralyse bar ban stall cripple
harm kill injure wound hurt damage destroy burn torch hit hack shoot stab bomb maim behead attack beat assault
react react respond retaliate protest condemn denounce slam criticise mourn oppose resist object reject boycott defy strike rally march demonstrate agitate
demand demand seek urge call press appeal want ask insist vow claim aim intend plan hope try attempt
punish arrest detain charge sentence convict fine suspend dismiss sack punish jail blame accuse sue penalise expel
follow follow ensue stem arise emerge erupt result originate derive spring flare
fear fear anger outrage fury frustration resentment grievance discontent dissatisfaction tension dispute row feud rivalry
reason reason cause motive purpose aim goal result consequence effect outcome impact aftermath response reaction retaliation revenge solidarity support memory wake
`;

/** Family by stem. */
function causeFamilies(stemmer: Stemmer): ReadonlyMap<string, string> {
  const families = new Map<string, string>();
  for (const [name, ...members] of readLexicon(FAMILIES)) {
    for (const member of members) families.set(stemmer(member, 'en'), name ?? '');
  }
  return families;
}

/** Words, and the marks that separate clauses. */
const TOKEN = /[\p{L}\p{N}]+(?:['’]\p{L}+)?|[,;:"“”]|''|``/gu;
/** Maximum number of tokens read: a cause further on says little about the text as a whole. */
const MAX_TOKENS = 400;
/** Function words whose context reveals a cause or a purpose. */
const PIVOTS = new Set(
  'after amid against as at because before by due during following for from if in into of on once onto over since so thus through to under until upon when where whereas whether while which who that with without despite although though hence therefore'.split(
    ' ',
  ),
);

interface Token {
  readonly word: string;
  readonly stem: string;
  /** A function word itself, else a word class guessed from the ending. */
  readonly shape: string;
  readonly family: string | undefined;
}

/** Extracts the features for judging whether a text states a cause. */
export function createCausalFeatures(stemmer: Stemmer): (text: Readable) => string[] {
  const families = causeFamilies(stemmer);
  const tokensOf = (text: string): Token[] =>
    (text.match(TOKEN) ?? []).slice(0, MAX_TOKENS).map((raw) => {
      const word = raw.toLowerCase().replaceAll('’', "'");
      const stem = stemmer(word, 'en');
      return { word, stem, shape: shapeOf(raw, word), family: families.get(stem) };
    });
  return (given) => {
    const reading = ReadText.of(given);
    const tokens = tokensOf(reading.text);
    return [
      ...new Set([
        ...tokens.map(({ stem }) => `u ${stem}`),
        ...shapeFeatures(tokens),
        ...familyFeatures(tokens),
        ...wholeFeatures(reading, tokens),
      ]),
    ];
  };
}

/** Word endings and capitalisation serve as a cheap part-of-speech tag. */
function shapeOf(raw: string, word: string): string {
  if (ENGLISH_STOP_WORDS.has(word) || PIVOTS.has(word)) return word;
  if (!/\p{L}/u.test(word)) return /\d/.test(word) ? '#' : word;
  if (/^\p{Lu}/u.test(raw)) return 'Name';
  if (word.endsWith('ing')) return '-ing';
  if (word.endsWith('ed')) return '-ed';
  if (/(?:[st]ion|ment|ness|ity|ance|ence|age|ure|ship)s?$/.test(word)) return '-noun';
  if (word.endsWith('ly')) return '-ly';
  return word.endsWith('s') ? '-s' : '-';
}

function* shapeFeatures(tokens: readonly Token[]): Iterable<string> {
  for (const [at, { shape, word }] of tokens.entries()) {
    const [before, next, afterNext] = [
      tokens[at - 1]?.shape ?? '^',
      tokens[at + 1]?.shape ?? '$',
      tokens[at + 2]?.shape ?? '$',
    ];
    yield `s ${shape} ${next}`;
    if (PIVOTS.has(word) || word === ',') {
      yield `p ${before} ${word} ${next}`;
      yield `q ${word} ${next} ${afterNext}`;
    }
  }
}

function* familyFeatures(tokens: readonly Token[]): Iterable<string> {
  let last: string | null = null;
  for (const [at, { family, shape }] of tokens.entries()) {
    if (family === undefined) continue;
    yield `f ${family}`;
    yield `g ${family} ${shape}`;
    yield `h ${family} ${tokens[at + 1]?.shape ?? '$'}`;
    yield `i ${tokens[at - 1]?.shape ?? '^'} ${family}`;
    if (last !== null) yield `j ${last} ${family}`;
    last = family;
  }
}

function* wholeFeatures(text: ReadText, tokens: readonly Token[]): Iterable<string> {
  const length = Math.min(8, Math.floor(tokens.length / 6));
  for (let step = 0; step <= length; step++) yield `l ${step}`;
  const causes = readCauses(text);
  yield `c ${Math.min(2, causes.length)}`;
  for (const { cue } of causes) yield `e ${cue}`;
}

interface CausalJudge {
  /** Probability, 0..1, that the text states a cause, a purpose or an effect, however worded. */
  probability(text: Readable): number;
  /** Whether a cause counts as stated. */
  states(text: Readable): boolean;
}

/**
 * A fitted classifier for "does this text state a cause?", including texts without a connective ("Three died in the
 * blast"). English. It only classifies; `readCausalClauses` extracts the cause. Links between memories are created
 * from explicit cues only.
 */
export function createCausalJudge(
  stemmer: Stemmer,
  model: CausalModel = SHIPPED_CAUSAL_MODEL,
): CausalJudge {
  const featuresOf = createCausalFeatures(stemmer);
  let unpacked: Float32Array | null = null;
  const probability = (text: Readable): number => {
    // Decoded on first use: a process that classifies nothing never needs the weights.
    const weights = (unpacked ??= unpackWeights(model));
    return logistic(weights, model.intercept, bucketsOf(featuresOf(text), weights.length));
  };
  return { probability, states: (text) => probability(text) >= model.threshold };
}

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
      `(?:what|how|who|where|which) .{0,200}?(?:because of|as a (?:result|consequence) of|as a result|${DUE_TO}|thanks to|owing to|in the wake of|in consequence of) (?!what|which)`,
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
