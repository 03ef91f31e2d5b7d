import { bucketsOf, type CausalModel, logistic, unpackWeights } from './causal-model.js';
import { readCauses } from './causes.js';
import { SHIPPED_CAUSAL_MODEL } from './shipped-causal-model.js';
import { readLexicon } from '../lexicon.js';
import { type Readable, ReadText } from '../read-text.js';
import type { Stemmer } from '../stem.js';
import { ENGLISH_STOP_WORDS } from '../stop-words.js';

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
