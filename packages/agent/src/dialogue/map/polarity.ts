import { wordList } from '@mneme/core/language/lexicon.js';

/** Words that negate a statement, in a few languages. */
const NEGATION =
  /\b(?:no|not|never|dont|avoid(?:s|ed|ing)?|skip|refrain|unnecessary|needless|pointless|vermeide\p{L}{0,2}|évite[rz]?|evita|none|nobody|nothing|neither|nor|cannot|hardly|nicht|kein\w{0,3}|nie|pas|jamais|nunca|não|non|mai|niet|geen)(?!\p{L})|\wn['’]t(?!\p{L})/iu;
/** Phrases that contain a negation but negate nothing. */
const HARMLESS =
  /\b(?:not (?:only|just|even|merely)|no (?:more|later|less|fewer|longer) than|not (?:more|less) than|no matter|nicht nur)\b/giu;

/** Whether a statement contains a negation. */
export function isNegated(text: string): boolean {
  return NEGATION.test(text.replaceAll(HARMLESS, ''));
}

/** End of a clause, and of the scope of a negation. */
const CLAUSE_END =
  /[,;:()–—]|\b(?:and|but|because|since|so|which|while|whereas|although|though|if|when|unless|und|aber|weil|wenn|denn|sondern|et|mais|y|pero)(?!\p{L})/iu;

/** Negates only the following noun phrase, not the clause: "there is no charge", "without fever". */
const DENIES_A_THING =
  /\b(?:(?:there(?:['’]s| is| are| was)|has|have|had|with) no(?! (?:reasons?|need|point|sense|use|cause|benefit|value|gain|way)\b)|without|instead of|rather than|statt|ohne|sans|sin)\s+(\S+(?:\s+\S+)?)/giu;

/** The negated and the affirmed parts of a statement. */
export interface Parts {
  readonly denied: readonly string[];
  readonly affirmed: readonly string[];
}

/** By clause; where only a noun phrase is negated, that phrase and the rest are separate parts. */
export function partsOf(text: string): Parts {
  const denied: string[] = [];
  const affirmed: string[] = [];
  for (const clause of text.replaceAll(HARMLESS, '').split(CLAUSE_END)) {
    const rest = clause.replaceAll(DENIES_A_THING, (_all, thing: string) => {
      denied.push(thing);
      return ' ';
    });
    (NEGATION.test(rest) ? denied : affirmed).push(rest);
  }
  return { denied, affirmed };
}

/** Words that call a course of action wrong, and so oppose it. */
const CONDEMNING = wordList(
  `mistake mistaken blunder folly foolish unwise wrong bad worse worst terrible awful useless wasteful waste premature overkill reckless
  regret madness nonsense disaster fehler falsch schlecht erreur mauvais mauvaise error malo mala errore sbaglio`,
);
const WORD = /\p{L}+/gu;

/** Whether a statement calls its subject wrong; "no mistake" does not. */
export function condemns(text: string): boolean {
  return partsOf(text).affirmed.some((part) =>
    (part.toLowerCase().match(WORD) ?? []).some((word) => CONDEMNING.has(word)),
  );
}

/** Pairs of opposites. */
const OPPOSITES =
  'bright dark|early late|long short|more less|cheap expensive|open closed|high low|old new|rise fall|first last|buy lease|buy rent|hot cold|before after|inside outside|full empty|always never|up down|sunrise sunset|morning afternoon|fast slow|big small|with without|increase decrease|safe dangerous|easy hard|start stop|allow forbid|gain lose|better worse|warm cool|public private|wet dry|strong weak|raise lower|save spend|hire fire|push pull|accept refuse|enable disable';

/** Maps each stem to the stems of its opposites. */
export function createOpposites(
  stemmer: (word: string, language: string) => string,
): (stem: string) => ReadonlySet<string> {
  const table = new Map<string, Set<string>>();
  for (const [one = '', other = ''] of OPPOSITES.split('|').map((pair) => pair.split(' '))) {
    const stems = [stemmer(one, 'en'), stemmer(other, 'en')] as const;
    for (const [a, b] of [stems, [stems[1], stems[0]] as const]) {
      const known = table.get(a) ?? new Set();
      table.set(a, known.add(b));
    }
  }
  const none = new Set<string>();
  return (stem) => table.get(stem) ?? none;
}
