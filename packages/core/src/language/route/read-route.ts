import type { ReasoningType } from '../../domain/reasoning.js';
import {
  type Paradigm,
  PARADIGMS,
  QUERY_TYPES,
  type QueryType,
  type Route,
  type RouteReading,
} from '../../domain/layers.js';
import { CueIndex, type CuesIn } from './cue-index.js';
import {
  cueReader,
  type CueReader,
  type Cues,
  foldQuestion,
  heaviest,
  ORDER,
} from './cue-table.js';
import { REASONING_CUES } from './reasoning-cues.js';
import { TYPE_CUES } from './type-cues.js';

/** What a question asks for in addition to its type; used to select paradigms. */
export const PARADIGM_CUES = {
  /** Something future or hypothetical: an outcome, a chance, an end. */
  outcome: {
    strong: [
      'will',
      "won't",
      "\\w+'ll",
      'would',
      'going to',
      'about to',
      'what happens (?:if|when|once)',
      'what if',
      '(?:un)?likely',
      'probab\\w+',
      'chances?',
      'odds',
      'risks?',
      'forecast\\w*',
      'predict\\w*',
      'expect\\w*',
      'estimated?',
      'eta',
      '(?:what|which|who|how) .{2,80} if (?:i|we|you|the|a|an|it|they|he|she|our|my)',
      '^if (?:i|we|you|the|a|an|it|they|he|she|our|my)',
      '(?:wants?|hopes?|intends?|aspires?|dreams?) (?:to|of)',
      'suppos(?:e|ing)',
      'pretend',
      '(?:hopes?|wants?|aims?|aspires?|hoping|wanting) to (?:achieve|become|be|reach|do in)',
      'when (?:do|does|is|are) .{2,60}(?:end|expire|run out|start|begin|open|close|due|arrive|leave|finish|over)\\??',
      'expires?',
      'next (?:week|month|year|quarter|time)',
      'tomorrow',
    ],
  },
  /** Consequences of an action, which no stored fact states. */
  consequence: {
    strong: ['what (?:will |would |might |could |can )?happens? (?:if|when|once)', 'what if'],
  },
  /** Something to be invented. */
  invention: {
    strong: [
      '(?:could|might) (?:we|i|you|there be|connect|be|link)',
      '(?:could|can) (?:i|we|you) (?:give|try|name|call)',
      'ideas? (?:for|how|what|about|to)',
      'imagine',
      'suggest (?:a|an|some|names?)',
      'what (?:\\w+ ){1,8}could',
      'come up with',
      'suppos(?:e|ing)',
      'pretend',
      'picture',
      'envisage',
      'dream up',
      'make up (?:a|an|some)',
      'think (?:up|of) (?:a|an|some)',
      'brainstorm',
      'invent',
      'nickname',
    ],
  },
  /** An ability. */
  ability: {
    strong: [
      '(?:am i|are we|are you|i am|is the agent|is our team) (?:\\w+ )?(?:good|bad|better|best|strong|weak|capable|skilled|great|experienced|proficient|competent|experts?)',
      'how (?:good|bad|strong|capable|skilled|experienced|competent|proficient) (?:am|are|is) (?:i|we|you|the agent|our team)',
      'capabilit(?:y|ies)',
      'competen\\w+',
      'what are (?:we|you) experts',
      'level of expertise',
      '(?:your|our) expertise',
      'proficien\\w+',
      'are (?:you|we) able to',
      'what can you (?:do|not do)',
      '(?:what|which) .{0,30}are (?:you|we) (?:good|bad|best|worst|weak|strong|poor|better) (?:at|in|with)',
      'how likely are (?:you|we) to',
      '(?:your|our) (?:limits|limitations)',
      '(?:can|could) (?:you|we) (?:really |actually )?(?:handle|manage|write|solve|cope|deal)',
      '(?:my|your|our) (?:strengths|weaknesses|skills?|abilit(?:y|ies))',
    ],
  },
  /** A procedure, in a request for a plan. */
  way: {
    strong: [
      'how (?:best )?(?:should|would|do|can|could)',
      '(?:best|good|better|right|which|what) (?:strategy|approach|way|method|order)',
      '(?:recommend|suggest|advise)(?:s|ed|ation|ations)?',
      'what (?:should|would) (?:i|we)',
      '(?:what|which) steps',
      'step[- ]by[- ]step',
    ],
  },
  /** A request to review a plan: an activity, not a lookup. */
  review: { strong: [`${ORDER}(?:review|validate|check|critique|assess|evaluate)`] },
  /** An existing plan. */
  existing: {
    strong: [
      "(?:what's|what is|what are|what was|what does|what did|which|where's|where is) (?:the|our|my|her|his|their|\\w+'s) (?!best|right|smartest|wisest|ideal)(?:\\w+[ -]){0,3}?(?:plans?|strateg(?:y|ies)|roadmap|schedule)",
      '(?:project )?status',
      'where (?:do|are) (?:we|i|you|they) (?:stand|up to|at)? ?(?:with|in|on)?',
      'how does (?:the|our|my|this|their) .{0,40}?(?:plan|strategy|roadmap|schedule|proposal)',
      'how (?:is|are) the .{2,40}(?:going|doing|coming)',
      '(?:plan|roadmap|strategy|schedule) (?:say|says|mention|mentions|contain|contains|include|includes)',
      'did (?:we|i|you|they) (?:plan|decide|choose)',
    ],
  },
  /** The form of a question or of a request to look something up. */
  asking: {
    strong: [
      "^(?:(?:and|so|but|ok|okay|please|hey),? )*(?:who|whom|whose|what|which|where|when|why|how|is|are|am|was|were|do|does|did|has|have|had|can|could|would|will|should|list|show|tell|give|find|name|summari[sz]e|describe|explain|compare|remind|send|give|fetch|look up|get|search|recall|any|list|i (?:need|want|would like) (?:the|his|her|their|our|my|its|to know|everyone|everything|all)|suppose|picture|whom|whether|i wonder|on which|in which|at which)(?:'s|n't)?",
    ],
  },
} as const satisfies Record<string, Cues>;

/** No answerable question: a mere topic, or a request for help with something large. */
const VAGUE =
  /^(?:please |can you |could you )*(?:help(?= ?[,!.]|$)|i don't know (?:where to (?:start|begin)|what to do)|help (?:me|us)(?: out)?(?: with| (?:to )?(?:complete|finish|do|get|write|build|understand|make))?|let's talk|talk (?:to me )?about|i(?:'m| am) (?:stuck|lost|confused)|we(?:'re| are) stuck|(?:any |your )?thoughts|something (?:about|on)|i need help|what about|about|regarding|re:)(?![\w-])/;

const BOOK = new CueIndex();
const TYPE_READERS = QUERY_TYPES.filter((type) => type !== 'factual').map(
  (type) => [type, cueReader(BOOK, TYPE_CUES[type])] as const,
);
const REASONING_READERS = REASONING_CUES.map(
  ([type, cues]) => [type, cueReader(BOOK, cues)] as const,
);
const PARADIGM_READERS = Object.fromEntries(
  Object.entries(PARADIGM_CUES).map(([name, cues]) => [name, cueReader(BOOK, cues)]),
) as Readonly<Record<keyof typeof PARADIGM_CUES, CueReader>>;

/**
 * Classifies a question: its type, which sort of memory answers it, and the kind of reasoning. By rules, English
 * only, deterministic; a question in another language is classified as factual, unclear and descriptive.
 */
export function readRoute(question: string): Route {
  const text = foldQuestion(question);
  const cues = BOOK.read(text);
  const type = readType(cues);
  const reasoning = readReasoning(cues);
  return { type, paradigms: readParadigms(text, cues, type, reasoning), reasoning };
}

function readType(cues: CuesIn): RouteReading<QueryType> {
  return heaviest<QueryType>(
    TYPE_READERS.map(([type, read]) => [type, read(cues)] as const),
    'factual',
  );
}

function readReasoning(cues: CuesIn): RouteReading<ReasoningType> {
  return heaviest<ReasoningType>(
    REASONING_READERS.map(([type, read]) => [type, read(cues)] as const),
    'descriptive',
  );
}

/** Kinds of reasoning that examine something existing rather than make something new. */
const LOOKS_AT: ReadonlySet<ReasoningType> = new Set<ReasoningType>([
  'causal',
  'evaluative',
  'comparative',
]);

function readParadigms(
  text: string,
  cues: CuesIn,
  type: RouteReading<QueryType>,
  reasoning: RouteReading<ReasoningType>,
): RouteReading<readonly Paradigm[]> {
  const cue = (name: keyof typeof PARADIGM_CUES): string | null => PARADIGM_READERS[name](cues).cue;
  const unclear = isUnclear(text, cues, type, reasoning);
  if (unclear) return { value: PARADIGMS, cues: [], sure: 0.5 };
  const looksAt = LOOKS_AT.has(reasoning.value);
  const found = new Map<Paradigm, string>();
  const add = (paradigm: Paradigm, why: string | null): void => {
    if (why !== null && !found.has(paradigm)) found.set(paradigm, why);
  };
  const [said = ''] = type.cues;
  const [manner = ''] = reasoning.cues;
  switch (type.value) {
    case 'temporal':
    case 'relational':
    case 'factual':
    case 'meta': {
      const ahead =
        cue('ability') ??
        (type.value === 'meta'
          ? null
          : (cue('outcome') ?? (reasoning.value === 'creative' ? cue('invention') : null)));
      add('predictive', ahead);
      // "When will it end" and "what happens if" do not ask about the past.
      if (ahead === null || (type.value !== 'temporal' && cue('consequence') === null))
        add('declarative', said === '' ? manner : said);
      break;
    }
    case 'planning':
      add('predictive', said);
      add('procedural', cue('review'));
      if (found.has('procedural')) break;
      if (looksAt || cue('existing') !== null) add('declarative', cue('existing') ?? manner);
      if (
        reasoning.value !== 'causal' &&
        reasoning.value !== 'creative' &&
        reasoning.value !== 'comparative' &&
        !found.has('declarative')
      )
        add('procedural', cue('way'));
      break;
    case 'procedural':
      add('procedural', said);
      if (
        reasoning.value !== 'procedural' &&
        reasoning.value !== 'creative' &&
        reasoning.value !== 'strategic'
      )
        add('declarative', manner);
      break;
    case 'prospective':
      add('predictive', said);
      if (reasoning.value === 'causal' || reasoning.value === 'evaluative')
        add('declarative', manner);
      if (reasoning.value === 'procedural') add('procedural', manner);
      break;
  }
  const value = PARADIGMS.filter((paradigm) => found.has(paradigm));
  return {
    value,
    cues: [...new Set(value.map((paradigm) => found.get(paradigm) ?? ''))].filter(
      (word) => word !== '',
    ),
    sure: type.sure,
  };
}

function isUnclear(
  text: string,
  cues: CuesIn,
  type: RouteReading<QueryType>,
  reasoning: RouteReading<ReasoningType>,
): boolean {
  if (VAGUE.test(text)) return type.value === 'factual' || type.sure < 0.6;
  const asked = text.endsWith('?') || PARADIGM_READERS.asking(cues).cue !== null;
  return !asked && type.cues.length === 0 && reasoning.cues.length === 0;
}
