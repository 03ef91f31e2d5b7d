import type { OpenBank } from '@mneme/core/bank/open-bank.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { sentences } from '@mneme/core/language/sentences.js';
import { type Inferred, verdictOf } from './conclusion.js';
import { likeness, type Proposition } from './proposition.js';
import type { Store } from '@mneme/core/ports/store.js';

/** What is held for likely of anything before something is known of it. */
const PRIOR = 0.1;
/** What memories say by themselves tells less: it need not be inferred. */
const STATED_SHARE = 0.5;

/**
 * Bits that conclusions tell beyond what was to be expected without them: the divergence of each from the prior, summed, where it raises
 * what was expected. What somebody could read in one memory counts half. The expected free energy of a direction is the negative of this
 * where all outcomes are as welcome.
 */
export function expectedInformation(conclusions: readonly Inferred[]): number {
  return conclusions.reduce(
    (sum, { sureness, inferred }) =>
      sum + (sureness <= PRIOR ? 0 : divergence(sureness) * (inferred ? 1 : STATED_SHARE)),
    0,
  );
}

/** Kullback-Leibler divergence of a chance from the prior, in bits. */
function divergence(chance: number): number {
  const part = (p: number, q: number): number => (p === 0 ? 0 : p * Math.log2(p / q));
  return part(chance, PRIOR) + part(1 - chance, 1 - PRIOR);
}

/** So many memories are looked at for each conclusion. */
const LOOKED_AT = 12;
/** A sentence that shares so much says it, or denies it. */
const SAYS_SO = 0.8;

/**
 * What is concluded against what is said outright: a memory that denies it takes its own sureness from the conclusion, one that says so
 * is named.
 */
export async function holdAgainstWords(
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
