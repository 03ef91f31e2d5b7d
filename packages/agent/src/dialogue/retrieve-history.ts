import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { SessionId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import { DAY, Instant } from '@mneme/core/domain/time.js';
import { hasText } from '@mneme/core/domain/well-formed.js';
import { countTokens } from '@mneme/core/language/count-tokens.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { saysTheSame, wordedClaim } from './curation/rejected-claims.js';
import { type EntryKind, type FoundEntry, HistoryIndex, SIGNALS } from './history-index.js';
import { type PreferenceProfile, readProfile, weightOf } from './preference-profile.js';
import type { DialogueParts } from './turn.js';
import {
  historyFrame,
  historyText,
  insightLine,
  snippetHead,
} from '@mneme/core/prompts/dialogue-context.js';

/** Weight of each index, and number of entries searched in it. */
const WEIGHTS: Readonly<Record<EntryKind, number>> = { claim: 1, decision: 1.2, signal: 2 };
const LIMITS: Readonly<Record<EntryKind, number>> = { claim: 20, decision: 10, signal: 10 };
/** Days after which an entry's score is halved. */
const HALF_LIFE = 30;
/** Minimum similarity to the query. */
const MIN_SCORE = 0.18;
/** The most that a preferred dimension adds or subtracts. */
const SIDE = 0.25;
/** Weight of a word related to one of the query. */
const RELATED = 0.5;

export const HistoryInput = z.strictObject({
  query: z
    .string()
    .trim()
    .max(20_000)
    .refine(hasText, 'must not be empty')
    .describe('What is asked now.'),
  maxTokens: z.int().min(50).max(8_192).default(400).describe('The budget of the text, in tokens.'),
  except: SessionId.optional().describe('A conversation to leave out: mostly the running one.'),
});
export type HistoryInput = z.input<typeof HistoryInput>;

const insightShape = z.strictObject({
  kind: z.enum(['claim', 'decision', 'signal']),
  /** What the person did with it; null where they did nothing. */
  signal: z.enum(SIGNALS).nullable(),
  text: z.string(),
  turn: OwnText,
  /** Combines similarity, weight, age and preference. */
  score: z.number(),
});
const historyAnswerShape = z.strictObject({
  /** Score of the best entry, 0..1; 0 where nothing was found. */
  relevance: z.number(),
  /** One per session, that of the best entry first. */
  snippets: z.array(
    z.strictObject({
      session: z.string(),
      query: z.string(),
      at: Instant,
      insights: z.array(z.strictObject(insightShape.shape)),
    }),
  ),
  /** Text for the next prompt, with quoted data between marks; empty where nothing was found. */
  text: OwnText,
  tokens: z.number(),
});
export interface HistoryAnswer extends Of<typeof historyAnswerShape> {}
export const HistoryAnswer: SchemaOf<HistoryAnswer, typeof historyAnswerShape> = historyAnswerShape;

const EMPTY: HistoryAnswer = { relevance: 0, snippets: [], text: '', tokens: 0 };

/** What earlier turns contain on a query, within a budget. Empty text if nothing is found. */
export async function retrieveHistory(
  raw: unknown,
  bank: OpenBank,
  parts: DialogueParts & {
    readonly relatives: (
      stem: string,
    ) => readonly { readonly stem: string; readonly strength: number }[];
  },
): Promise<HistoryAnswer> {
  const { query, maxTokens, except } = parseInput(HistoryInput, raw, 'history');
  const index = bank.parts.of(HistoryIndex);
  await index.follow();
  const profile = await readProfile(bank.name, parts.store);
  const found = index
    .search(queryTerms(query, parts), LIMITS)
    .filter(({ session, score }) => session !== except && score >= MIN_SCORE);
  const now = parts.clock.now();
  const ranked = found
    .map((entry) => ({ entry, score: scoreOf(entry, now, profile) }))
    .sort((a, b) => b.score - a.score);
  const worded = ranked.map(({ entry }) => wordedClaim(entry.text));
  const distinct = ranked.filter(
    (_, at) => !worded.slice(0, at).some((earlier) => saysTheSame(earlier, worded[at] ?? earlier)),
  );
  return withinBudget(distinct, maxTokens);
}

function queryTerms(
  query: string,
  { stemmer, relatives }: Parameters<typeof retrieveHistory>[2],
): Map<string, number> {
  const language = detectLanguage(query);
  const own = contentTerms(query, language, stemmer);
  const terms = new Map(own.map((term) => [term, 1]));
  if (language === 'en')
    for (const term of own)
      for (const { stem, strength } of relatives(term))
        if (!terms.has(stem) && strength === 1) terms.set(stem, RELATED);
  return terms;
}

function scoreOf(
  { kind, score, at, dimension }: FoundEntry,
  now: Instant,
  profile: PreferenceProfile,
): number {
  const days = Math.max(0, now - at) / DAY;
  const side = 1 + SIDE * weightOf(profile, 'dimension', dimension);
  return score * WEIGHTS[kind] * side * 0.5 ** (days / HALF_LIFE);
}

interface Scored {
  readonly entry: FoundEntry;
  readonly score: number;
}

/** The best that fit, grouped by session; one that does not fit is skipped for a shorter one. */
function withinBudget(ranked: readonly Scored[], maxTokens: number): HistoryAnswer {
  const relevance = Math.min(1, ranked[0]?.score ?? 0);
  const frame = historyFrame(relevance);
  let tokens = countTokens([...frame.before, ...frame.after].join('\n')) + 1;
  const sessions = new Map<string, Scored[]>();
  for (const scored of ranked) {
    const { session } = scored.entry;
    const known = sessions.get(session);
    const cost =
      countTokens(insightLine(scored.entry)) +
      1 +
      (known === undefined ? countTokens(snippetHead(scored.entry)) + 1 : 0);
    if (tokens + cost > maxTokens) continue;
    tokens += cost;
    if (known === undefined) sessions.set(session, [scored]);
    else known.push(scored);
  }
  if (sessions.size === 0) return EMPTY;
  const snippets = [...sessions].map(([session, items]) => ({
    session,
    query: items[0]?.entry.query ?? '',
    at: items[0]?.entry.at ?? 0,
    insights: items.map(({ entry: { kind, signal, text, turn }, score }) => ({
      kind,
      signal,
      text,
      turn,
      score,
    })),
  }));
  return { relevance, snippets, text: historyText(relevance, snippets), tokens };
}
