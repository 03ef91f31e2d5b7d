import type { NamedEntity } from '../../domain/graph.js';
import type { GoalId, LearnedId } from '../../domain/ids.js';
import { profileOf } from '../../recall/read-profile.js';
import { PARADIGMS, type Paradigm, type Route } from '../../domain/route.js';
import { isStanding } from '../../domain/goal.js';
import { understand } from '../../recall/understand.js';
import { wordsOfAction } from '../../language/action-words.js';
import { contentTerms } from '../../language/terms.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { goalsOf, sharedTerms, strategiesOn } from '../evidence/index.js';

/** What the bank has that a question refers to. */
interface RouteGround {
  /** People, places and things of the bank that the question names. */
  readonly entities: readonly NamedEntity[];
  /** Strategies for similar tasks. */
  readonly strategies: readonly { readonly id: LearnedId; readonly title: string }[];
  /** Actions of the world model that it mentions. */
  readonly actions: readonly string[];
  /** Active goals that it touches. */
  readonly goals: readonly { readonly id: GoalId; readonly description: string }[];
}

/** Minimum similarity of a strategy's task. */
const LIKE_TASK = 0.35;
/** Minimum share of content words, of the goal or of the question, that are shared. */
const TOUCHES = 0.5;
const MOST = 5;

export const NO_GROUND: RouteGround = { entities: [], strategies: [], actions: [], goals: [] };

/** What the bank has that a question refers to. Reads no memory. */
export async function groundOf(
  query: string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<RouteGround> {
  const profile = profileOf({ query, forgiveTypos: false }, 'route');
  await bank.state.follow();
  const { entities } = understand(profile, { now: parts.clock.now() }, bank.state, bank.recall);
  return {
    entities: entities.slice(0, MOST).map(({ id, name, type }) => ({ id, name, type })),
    strategies: (await strategiesOn(query, undefined, bank))
      .filter(({ relevance }) => relevance >= LIKE_TASK)
      .slice(0, MOST)
      .map(({ record: { id, body } }) => ({ id, title: body.title })),
    actions: await actionsIn(query, bank, parts),
    goals: await goalsTouched(query, bank, parts),
  };
}

/** What the bank has adds paradigms to those of the words, and removes none. */
export function withGround(
  read: Route['paradigms'],
  { entities, strategies, actions, goals }: RouteGround,
): Route['paradigms'] {
  const found: Readonly<Record<Paradigm, readonly string[]>> = {
    declarative: entities.map(({ name }) => name),
    procedural: strategies.map(({ title }) => title),
    predictive: [...actions, ...goals.map(({ description }) => description)],
  };
  const added = PARADIGMS.filter(
    (paradigm) => found[paradigm].length > 0 && !read.value.includes(paradigm),
  );
  return {
    value: PARADIGMS.filter(
      (paradigm) => read.value.includes(paradigm) || added.includes(paradigm),
    ),
    cues: [...read.cues, ...added.flatMap((paradigm) => found[paradigm].slice(0, 1))],
    sure: read.sure,
  };
}

/** The known actions whose words the question contains completely. */
async function actionsIn(
  query: string,
  bank: OpenBank,
  { stemmer }: EngineParts,
): Promise<string[]> {
  const book = await bank.learned.current();
  const asked = new Set(contentTerms(query, 'en', stemmer));
  return book
    .all('transition')
    .filter(({ body: { action } }) => {
      const terms = contentTerms(wordsOfAction(action).join(' '), 'en', stemmer);
      return terms.length > 0 && terms.every((term) => asked.has(term));
    })
    .slice(0, MOST)
    .map(({ body: { action } }) => action);
}

async function goalsTouched(
  query: string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<RouteGround['goals'][number][]> {
  return (await goalsOf(bank, parts))
    .filter(isStanding)
    .filter(
      ({ description }) =>
        Math.max(
          sharedTerms(query, description, parts.stemmer),
          sharedTerms(description, query, parts.stemmer),
        ) >= TOUCHES,
    )
    .slice(0, MOST)
    .map(({ id, description }) => ({ id, description }));
}
