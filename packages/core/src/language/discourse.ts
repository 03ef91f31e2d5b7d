/** What a text does besides stating: the cues by which recall weighs a memory for a kind of question. */
export interface Discourse {
  /** Says how something turned out. */
  readonly outcome: boolean;
  /** 1 for a reported success, 0 for a failure, 0.5 for neither or both. */
  readonly success: number;
  /** Lists steps to follow. */
  readonly procedure: boolean;
  /** Number of alternatives it compares. */
  readonly alternatives: number;
  /** Number of trade-offs it states. */
  readonly tradeOffs: number;
  /** Plans, goals, principles. */
  readonly strategic: boolean;
}

const SUCCESS =
  /\b(work(?:s|ed) (?:well|great|fine|perfectly)|succeed\w*|success\w*|won|finished|passed|solved|fixed|achieved|went (?:well|great)|paid off|improved)\b/giu;
const FAILURE =
  /\b(fail\w*|didn['’]t work|did not work|broke|broken|lost|crash\w*|wrong|unsuccessful\w*|gave up|missed|rejected|worse)\b/giu;
const OUTCOME = /\b(result\w*|outcome\w*|turned out|ended up|in the end|finally|as a result)\b/iu;
const STEPS =
  /(?:^|\n)[^\S\n]{0,40}(?:\d{1,4}[.)]|[-*]|step \d{1,4})\s|\b(first(?:ly)?\b.{1,200}\b(?:then|next|after that|finally)|to (?:do|make|install|run|roll back|set up)\b|you (?:need|have) to\b|make sure)\b/isu;
const ALTERNATIVES =
  /\b(or|versus|vs|instead of|rather than|alternatively|either|compared (?:to|with)|better than|worse than|than)\b/giu;
const TRADE_OFFS =
  /\b(but|however|although|though|on the other hand|trade-?offs?|at the cost of|downside|upside|pros|cons|whereas|while)\b/giu;
const STRATEGIC =
  /\b(plan(?:s|ning|ned)?|goals?|aim(?:s|ing)?|strateg\w+|always|never|principles?|rule of thumb|in the long run|priorit\w+|hope to|want to become)\b/iu;

/** Reads the cues; linear in the text. English only; other languages have none. */
export function readDiscourse(text: string): Discourse {
  const successes = text.match(SUCCESS)?.length ?? 0;
  const failures = text.match(FAILURE)?.length ?? 0;
  return {
    outcome: successes + failures > 0 || OUTCOME.test(text),
    success: (successes + 1) / (successes + failures + 2),
    procedure: STEPS.test(text),
    alternatives: text.match(ALTERNATIVES)?.length ?? 0,
    tradeOffs: text.match(TRADE_OFFS)?.length ?? 0,
    strategic: STRATEGIC.test(text),
  };
}
