/** Verbs with which people ask an assistant for work; most are nouns, too ("plan", "test"). */
const VERBS =
  'add|answer|arrange|ask|book|build|buy|calculate|catch|change|check|choose|clean|compare|compose|convert|correct|create|debug|delete|describe|design|draft|draw|edit|estimate|explain|extract|find|fix|format|generate|get|give|help|implement|improve|list|look|make|move|open|order|organi[sz]e|outline|pick|plan|prepare|propose|read|recommend|refactor|remind|remove|rename|replace|review|rewrite|run|schedule|search|send|set|show|shorten|solve|sort|suggest|summari[sz]e|tell|test|translate|update|write';

/** After the verb, what only an order has there: no noun is followed by these. */
const FOLLOWED =
  'me|my|us|our|it|them|him|her|the|a|an|this|that|these|those|some|any|all|every|each|where|what|when|how|who|which|whether|up|out|down|through|two|three|four|five|ten';

const REQUEST = new RegExp(
  `^\\W{0,8}(?:(?:please|pls|now|ok|okay|can you|could you|would you|let['’]?s)[ ,]+){0,2}(?:${VERBS}) (?:${FOLLOWED})\\b`,
  'iu',
);

/** Whether a text begins as an order to do something, in English. Reads its first words only. */
export function isRequest(text: string): boolean {
  return REQUEST.test(text);
}
