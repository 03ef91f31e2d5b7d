import type { OpenBank } from '@mneme/core/bank/core.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { sentences } from '@mneme/core/language/segmentation.js';
import { type Inferred, verdictOf } from './conclusion.js';
import { likeness, type Proposition } from './proposition.js';
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
export function expectedInformation(conclusions: readonly Inferred[]): number {
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
export async function checkAgainstStatements(
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
