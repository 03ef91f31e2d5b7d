import { z } from 'zod';
import { type MemoryId, LearnedId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import { plainWords } from './world/see.js';
import {
  Precedents,
  precedentsOf,
  bearing,
  factsOn,
  plain,
  type FoundFact,
  GroundFact,
} from '../told/index.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { modelFor, predict, runSimulation, SimulateInput, Simulation } from './simulate.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

export const ForetellInput = SimulateInput.extend({
  about: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(1_000)
    .optional()
    .describe('What to recall facts on. Default: the actions, and what their outcome hangs on.'),
  keep: z
    .boolean()
    .default(false)
    .describe('Keep it as a prediction of the last action, which leans on the facts that decided.'),
});
export type ForetellInput = z.input<typeof ForetellInput>;

const foretellingShape = z.strictObject({
  ...Simulation.shape,
  /** Facts that decided, then other relevant ones that are not in `told`. */
  facts: z.array(
    z.strictObject({
      ...GroundFact.shape,
      decided: z.boolean(),
    }),
  ),
  /** The main source of uncertainty: a fact with confidence below 0.8, or the rules of the world. */
  doubt: z.enum(['facts', 'world']),
  /** The stored prediction; null without `keep`. */
  prediction: LearnedId.nullable(),
  /** What people said about doing it, or something similar, and how that went. */
  told: Precedents,
});
export interface Foretelling extends Of<typeof foretellingShape> {}
export const Foretelling: SchemaOf<Foretelling, typeof foretellingShape> = foretellingShape;

const MAX_FACTS = 15;
const SURE = 0.8;

/** Facts fill in conditions that the context leaves open, and their confidence weighs into the forecast. */
export async function foretell(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Foretelling> {
  const { about, keep, ...input } = parseInput(ForetellInput, raw, 'foretelling');
  const book = await bank.learned.current();
  const open = [
    ...new Set(
      input.actions.flatMap(
        (action) => modelFor(action, input.domain, book)?.body.conditions ?? [],
      ),
    ),
  ];
  const known = await factsFor(about ?? input.actions.join(', '), open, bank);
  const simulation = runSimulation(
    {
      ...input,
      facts: [...input.facts, ...known.map(({ text, confidence }) => ({ text, confidence }))],
    },
    book,
    parts,
  );
  const deciding = new Set(simulation.steps.flatMap(({ facts }) => facts));
  const decided = plain(known.filter(({ text }) => deciding.has(text)));
  const told = await precedentsOf(about ?? input.actions.join(', '), bank);
  const quoted = new Set(told.lines.map(({ id }) => id));
  const others = bearing(known.filter(({ id, text }) => !deciding.has(text) && !quoted.has(id)));
  return {
    ...simulation,
    facts: [
      ...decided.map((fact) => ({ ...fact, decided: true })),
      ...others.map((fact) => ({ ...fact, decided: false })),
    ],
    doubt: decided.some(({ confidence }) => confidence < SURE) ? 'facts' : 'world',
    told,
    prediction: keep
      ? await kept(
          input,
          simulation,
          decided.map(({ id }) => id),
          bank,
          parts,
        )
      : null,
  };
}

/** Facts on the matter, and on the conditions that outcomes of the actions depended on. */
async function factsFor(
  about: string,
  conditions: readonly string[],
  bank: OpenBank,
): Promise<readonly FoundFact[]> {
  const near = await factsOn(about, MAX_FACTS, bank);
  const deciding =
    conditions.length === 0
      ? []
      : await factsOn(conditions.slice(0, 20).join(', '), MAX_FACTS, bank);
  return [...near, ...deciding.filter(({ id }) => !near.some((fact) => fact.id === id))];
}

/**
 * A prediction's context is the one that facts completed; otherwise the world model would learn a rule
 * without its condition.
 */
async function kept(
  { actions, context, domain }: z.output<typeof SimulateInput>,
  { steps, confidence }: Simulation,
  beliefs: readonly MemoryId[],
  bank: OpenBank,
  parts: EngineParts,
): Promise<LearnedId> {
  const last = steps.at(-1);
  const held = (last?.pattern?.preconditions ?? []).filter(
    (condition) => !condition.startsWith('not '),
  );
  const { id } = await predict(
    {
      action: actions.at(-1),
      context: plainWords([...context, ...held]),
      domain,
      state: [...(last?.state ?? [])],
      probability: confidence,
      beliefs: beliefs.slice(0, 50),
    },
    bank,
    parts,
  );
  return id;
}
