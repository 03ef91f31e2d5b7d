import { z } from 'zod';
import { NamedEntity } from '../../domain/graph.js';
import { GoalId, LearnedId } from '../../domain/ids.js';
import { LAYERS, LAYERS_OF, Layer } from '../../domain/layers.js';
import { parseInput } from '../../domain/parse-input.js';
import { profileOf } from '../../recall/read-profile.js';
import {
  PARADIGMS,
  QUERY_TYPES,
  ParadigmsReading,
  readingOf,
  type Paradigm,
} from '../../domain/route.js';
import { REASONING_TYPES } from '../../domain/reasoning.js';
import { isStanding } from '../../domain/goal.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { readRoute } from '../../language/route/read-route.js';
import { understand } from '../../recall/understand.js';
import { wordsOfAction } from '../../language/action-words.js';
import { contentTerms } from '../../language/terms.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { goalsOf, sharedTerms, strategiesOn } from '../told/index.js';

export const RouteInput = z.strictObject({
  query: z
    .string()
    .max(4_096, 'at most 4,096 characters')
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe('The question, 1 to 4,096 characters.'),
});
export type RouteInput = z.input<typeof RouteInput>;

const routeGroundShape = z.strictObject({
  /** People, places and things of the bank that the question names. */
  entities: z.array(NamedEntity),
  /** Strategies for similar tasks. */
  strategies: z.array(z.strictObject({ id: LearnedId, title: z.string() })),
  /** Actions of the world model that it mentions. */
  actions: z.array(z.string()),
  /** Active goals that it touches. */
  goals: z.array(z.strictObject({ id: GoalId, description: z.string() })),
});
/** What the bank has that a question refers to. */
export interface RouteGround extends Of<typeof routeGroundShape> {}
export const RouteGround: SchemaOf<RouteGround, typeof routeGroundShape> = routeGroundShape;

const routeAnswerShape = z.strictObject({
  query: z.string(),
  type: readingOf(z.enum(QUERY_TYPES)),
  /** By the question's words, and by what the bank has: see `ground`. */
  paradigms: ParadigmsReading,
  reasoning: readingOf(z.enum(REASONING_TYPES)),
  /** The layers that answer its type. */
  layers: z.array(Layer),
  ground: RouteGround,
});
/** The route of a question, without recalling. */
export interface RouteAnswer extends Of<typeof routeAnswerShape> {}
export const RouteAnswer: SchemaOf<RouteAnswer, typeof routeAnswerShape> = routeAnswerShape;

/** Minimum similarity of a strategy's task. */
const LIKE_TASK = 0.35;
/** Minimum share of content words, of the goal or of the question, that are shared. */
const TOUCHES = 0.5;
const MOST = 5;

/**
 * The route of a question, by its words and by the bank: a known name calls for facts, a task done before
 * for strategies, an observed action or an open goal for a forecast.
 */
export async function routeQuestion(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<RouteAnswer> {
  const { query } = parseInput(RouteInput, raw, 'route');
  const route = readRoute(query);
  const ground = await groundOf(query, bank, parts);
  return {
    query,
    ...route,
    paradigms: withGround(route.paradigms, ground),
    layers: LAYERS.filter((layer) => LAYERS_OF[route.type.value].includes(layer)),
    ground,
  };
}

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
  read: RouteAnswer['paradigms'],
  { entities, strategies, actions, goals }: RouteGround,
): RouteAnswer['paradigms'] {
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
