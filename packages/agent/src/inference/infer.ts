import { z } from 'zod';
import { byMeaning, CauseIndex } from './cause-graph.js';
import {
  abduction,
  backward,
  bidirectional,
  bridge,
  forward,
  Inferred,
  type Inquiry,
  verdictOf,
} from './conclusion.js';
import { likeness, type Proposition, readProposition, sameness } from './rules.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { BoundInput, parseInput } from '@mneme/core/domain/input.js';
import { boundedIn } from '@mneme/core/domain/memory-times.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import {
  type Of,
  type SchemaOf,
  shareInput,
  textUpTo,
  wholeNumber,
} from '@mneme/core/domain/schema.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { bankOffset } from '@mneme/core/indexes/owner-and-zone.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { sentences } from '@mneme/core/language/segmentation.js';
import type { Store } from '@mneme/core/ports/store.js';

/** Prior probability of anything without evidence. */
const PRIOR = 0.1;
/** Discount for what a single memory states: it need not be inferred. */
const STATED_SHARE = 0.5;

/**
 * Information gain of conclusions in bits: the divergence of each from the prior, summed, where it raises the
 * probability. What a single memory states counts half. The negative of this is the expected free energy of a
 * direction, if all outcomes are equally preferred.
 */
function expectedInformation(conclusions: readonly Inferred[]): number {
  return conclusions.reduce(
    (sum, { sureness, inferred }) =>
      sum + (sureness <= PRIOR ? 0 : divergence(sureness) * (inferred ? 1 : STATED_SHARE)),
    0,
  );
}

/** Kullback-Leibler divergence of a probability from the prior, in bits. */
function divergence(chance: number): number {
  const part = (p: number, q: number): number => (p === 0 ? 0 : p * Math.log2(p / q));
  return part(chance, PRIOR) + part(1 - chance, 1 - PRIOR);
}

/** Number of memories considered per conclusion. */
const LOOKED_AT = 12;
/** Minimum share of words for a sentence to state or deny a conclusion. */
const SAYS_SO = 0.8;

/**
 * Checks conclusions against direct statements: a memory that denies one lowers its confidence by its own, one that
 * states it is named.
 */
async function checkAgainstStatements(
  conclusions: readonly Inferred[],
  {
    bank,
    store,
    read,
    asOf,
  }: {
    readonly bank: OpenBank;
    readonly store: Store;
    readonly read: (text: string) => Proposition;
    readonly asOf?: Instant;
  },
): Promise<Inferred[]> {
  const held: Inferred[] = [];
  for (const conclusion of conclusions) {
    const concluded = read(conclusion.what);
    const hits = await store.search.lexical(
      bank.name,
      concluded.terms.join(' '),
      asOf === undefined ? {} : { asOf },
      LOOKED_AT,
    );
    const memories = await store.get(
      bank.name,
      hits.map(({ id }) => id),
      asOf,
    );
    const said = saying(concluded, memories, read);
    const sureness = conclusion.sureness * (1 - (said.no?.confidence ?? 0));
    held.push({
      ...conclusion,
      sureness,
      verdict: verdictOf(sureness),
      deniedBy: said.no?.id ?? null,
      saidBy: said.yes?.id ?? null,
    });
  }
  return held.sort((a, b) => b.sureness - a.sureness);
}

function saying(
  concluded: Proposition,
  memories: readonly Memory[],
  read: (text: string) => Proposition,
): { readonly yes: Memory | null; readonly no: Memory | null } {
  let [yes, no]: [Memory | null, Memory | null] = [null, null];
  for (const memory of memories) {
    if (memory.retractedAt !== null || memory.supersededBy !== null) continue;
    for (const { text } of sentences(memory.content)) {
      if (text.endsWith('?')) continue;
      const told = read(text);
      if (told.unsure || likeness(told, concluded) < SAYS_SO) continue;
      if (told.negated === concluded.negated) yes ??= memory;
      else no ??= memory;
    }
  }
  return { yes, no };
}

const DIRECTIONS = ['forward', 'backward', 'bidirectional', 'bridge', 'abduction'] as const;
type Direction = (typeof DIRECTIONS)[number];

const Words = textUpTo(2_000);

export const InferInput = z
  .strictObject({
    from: Words.optional().describe('What holds, or happens: what follows from it?'),
    to: Words.optional().describe('What came: what brought it about? With `from`: by which way?'),
    seen: z
      .array(Words)
      .min(1, 'name at least one thing, or leave it out')
      .max(20, 'at most 20')
      .optional()
      .describe('Things that are seen together: what explains them best?'),
    direction: z
      .enum(['auto', ...DIRECTIONS])
      .default('auto')
      .describe('auto takes the one that promises to tell most.'),
    given: z
      .array(
        z.strictObject({
          what: Words.describe('In words.'),
          sureness: shareInput().default(1).describe('1: it holds; 0: it does not.'),
        }),
      )
      .max(50, 'at most 50')
      .default([])
      .describe('What is clamped: taken as so, whatever memories say brings it about.'),
    depth: wholeNumber(1, 8).default(6).describe('How many causes may stand between.'),
    limit: z.int().min(1).max(500).default(10).describe('Most conclusions.'),
    asOf: BoundInput.optional().describe('By what the bank held at that moment.'),
  })
  .refine(({ from, to, seen }) => [from, to, seen].some((part) => part !== undefined), {
    message: 'name `from`, `to` or `seen`',
    path: ['from'],
  });
export type InferInput = z.input<typeof InferInput>;

const inferenceShape = z.strictObject({
  direction: z.enum(DIRECTIONS),
  /**
   * Expected information in bits of each possible direction; where none was chosen, the one with the most was taken.
   */
  expected: z.array(z.strictObject({ direction: z.enum(DIRECTIONS), bits: z.number() })),
  conclusions: z.array(Inferred),
  /** Number of stated links searched. */
  links: z.number(),
});
export interface Inference extends Of<typeof inferenceShape> {}
export const Inference: SchemaOf<Inference, typeof inferenceShape> = inferenceShape;

/**
 * Infers from causes that memories state. Every conclusion carries its proofs down to the turns; it holds from when
 * they were stated until they are retracted, as it is computed at each call. Throws `invalid_input`.
 */
export async function infer(
  raw: InferInput,
  bank: OpenBank,
  parts: Pick<EngineParts, 'clock' | 'store' | 'stemmer'>,
): Promise<Inference> {
  const asked = parseInput(InferInput, raw, 'infer');
  const { asOf } = boundedIn({ asOf: asked.asOf }, await bankOffset(bank.name, parts.store));
  const read = (text: string): Proposition =>
    readProposition(text, detectLanguage(text), parts.stemmer);
  const given = asked.given.map(({ what, sureness }) => ({ proposition: read(what), sureness }));
  const told = await bank.parts.of(CauseIndex).graph(parts.clock.now(), asOf);
  const ends = new Map<string, Proposition>();
  const end = (text: string): Proposition => {
    const known = ends.get(text) ?? read(text);
    ends.set(text, known);
    return known;
  };
  for (const text of [asked.from, asked.to, ...(asked.seen ?? [])])
    if (text !== undefined) end(text);
  const graph = await byMeaning([...ends.values()], told, bank);
  const inquiry: Inquiry = {
    graph,
    depth: asked.depth,
    given: given.filter(({ sureness }) => sureness > 0),
    clamp: (proposition) =>
      given.find((each) => sameness(each.proposition, proposition) > 0)?.sureness ?? null,
  };
  const found = possible(asked, inquiry, end).map(({ direction, run }) => {
    const conclusions = run();
    return { direction, conclusions, bits: expectedInformation(conclusions) };
  });
  const best = found.reduce((most, each) => (each.bits > most.bits ? each : most));
  const conclusions = await checkAgainstStatements(best.conclusions.slice(0, asked.limit), {
    bank,
    store: parts.store,
    read,
    ...(asOf === undefined ? {} : { asOf }),
  });
  return {
    direction: best.direction,
    expected: found.map(({ direction, bits }) => ({ direction, bits })),
    conclusions,
    links: graph.links.length,
  };
}

interface Possible {
  readonly direction: Direction;
  run(): Inferred[];
}

/** The directions that the inputs allow; the requested one, if any. Throws `invalid_input` if they do not allow it. */
function possible(
  { from, to, seen, direction }: z.output<typeof InferInput>,
  inquiry: Inquiry,
  read: (text: string) => Proposition,
): Possible[] {
  const cause = from === undefined ? null : read(from);
  const effect = to === undefined ? null : read(to);
  const things = [...(seen ?? []), ...(seen === undefined || to === undefined ? [] : [to])].map(
    read,
  );
  const ways: Record<Direction, (() => Inferred[]) | null> = {
    forward: cause === null ? null : () => forward(cause, inquiry),
    backward: effect === null ? null : () => backward(effect, inquiry),
    bidirectional:
      cause === null || effect === null ? null : () => bidirectional(cause, effect, inquiry),
    bridge: cause === null || effect === null ? null : () => bridge(cause, effect, inquiry),
    abduction:
      things.length > 0
        ? () => abduction(things, inquiry)
        : effect === null || cause !== null
          ? null
          : () => abduction([effect], inquiry),
  };
  if (direction === 'auto') {
    const between = cause !== null && effect !== null;
    return DIRECTIONS.flatMap((each): Possible[] => {
      const run = ways[each];
      // With both ends given, the link between them is meant; with observations, their explanation.
      const meant =
        things.length > 0
          ? each === 'abduction'
          : !between || each === 'bidirectional' || each === 'bridge';
      return run === null || !meant ? [] : [{ direction: each, run }];
    });
  }
  const run = ways[direction];
  if (run === null)
    throw new MnemeError(
      'invalid_input',
      `infer.direction: ${direction} needs ${NEEDS[direction]}.`,
      {
        field: 'infer.direction',
        value: direction,
        hint: `Name ${NEEDS[direction]}, or leave the direction out.`,
      },
    );
  return [{ direction, run }];
}

const NEEDS: Readonly<Record<Direction, string>> = {
  forward: '`from`',
  backward: '`to`',
  bidirectional: '`from` and `to`',
  bridge: '`from` and `to`',
  abduction: '`seen` or `to`',
};
