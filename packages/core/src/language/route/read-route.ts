import type { ReasoningType } from '../../domain/reasoning.js';
import {
  PARADIGMS,
  QUERY_TYPES,
  type Paradigm,
  type QueryType,
  type Route,
  type RouteReading,
} from '../../domain/route.js';
import { CueIndex, type CuesIn } from './cue-index.js';
import { cueReader, foldQuestion, heaviest, type CueReader } from './cue-table.js';
import { PARADIGM_CUES, VAGUE } from './paradigm-cues.js';
import { REASONING_CUES } from './reasoning-cues.js';
import { TYPE_CUES } from './type-cues.js';

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
 * Classifies a question: its type, which sort of memory answers it, and the kind of reasoning. By rules,
 * English only, deterministic; a question in another language is classified as factual, unclear and
 * descriptive.
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

/** Kinds of reasoning about an existing thing, rather than making one. */
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
      // "When will it end" and "what happens if" ask for nothing in the past.
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
