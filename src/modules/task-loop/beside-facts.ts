import type { Goal } from '../../domain/goal.js';
import type { MemoryId } from '../../domain/ids.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import {
  goalsOf,
  latestOn,
  namingIn,
  openPlansOn,
  sharedTerms,
  waysOf,
  type GroundFact,
  type Precedents,
} from '../evidence/index.js';
import type { Gathered } from './synthesis-text.js';

/** What does not tell how it went is among the facts, where it is near enough. */
export async function casesAlone(
  went: Precedents,
  query: string,
  bank: OpenBank,
): Promise<Precedents> {
  const isOfIt = await namingIn(query, bank);
  const lines = went.lines.filter(
    ({ went: how, forbids, text }) => forbids || (how !== null && isOfIt(text)),
  );
  return { ...went, lines };
}

type ByNotes = Pick<Gathered, 'latest' | 'ways' | 'plans'>;
export const NO_NOTES: ByNotes = { latest: [], ways: [], plans: [] };

/** So much is told of each. */
const MAX_LATEST = 3;
const MAX_PLANS = 3;
/** A question need be none of doing something: what is told of that has to bear on it all the more surely. */
const SURE_OF_QUESTION = 0.85;

/** What notes tell of the matter beside the facts: how it stands, how it is done, what is to come. */
export async function byNotes(
  query: string,
  facts: readonly GroundFact[],
  bank: OpenBank,
): Promise<ByNotes> {
  const told = new Set(facts.map(({ id }) => id));
  const isNew = ({ id }: { readonly id: MemoryId }): boolean => !told.has(id);
  const isOfIt = await namingIn(query, bank);
  const ways = await waysOf(query, bank, query.endsWith('?') ? SURE_OF_QUESTION : undefined);
  return {
    latest: (await latestOn(query, bank, MAX_LATEST)).filter(isNew),
    ways: ways.filter(({ text }) => isOfIt(text)),
    plans: await openPlansOn(query, bank, MAX_PLANS),
  };
}

/** Goals that stand and share words with a question. */
export async function goalsBearing(
  query: string,
  limit: number,
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly Goal[]> {
  const standing = (await goalsOf(bank, parts)).filter(
    ({ status, retractedAt }) =>
      retractedAt === null && (status === 'active' || status === 'suspended'),
  );
  const near = standing
    .map((goal) => ({
      goal,
      share: Math.max(
        sharedTerms(query, goal.description, parts.stemmer),
        sharedTerms(goal.description, query, parts.stemmer),
      ),
    }))
    .filter(({ share }) => share > 0);
  return near
    .sort((a, b) => b.share - a.share)
    .slice(0, limit)
    .map(({ goal }) => goal);
}
