import type { MemoryId } from '../../domain/ids.js';
import type { Instant } from '../../domain/time.js';
import { weighStretches, type Need, type Passage, type ReadStretch } from './worth.js';

/** A recalled memory as input for distillation. */
export interface Source {
  readonly id: MemoryId;
  readonly content: string;
  /** Probability that it is relevant to the question, 0..1. */
  readonly score: number;
  readonly speaker: string | null;
  readonly session: string | null;
  readonly saidAt: Instant;
  /** Appended to its text: that it no longer holds, or when it happened. */
  readonly remark: string;
}

/** The delivered part of one memory. */
export interface Kept {
  readonly source: Source;
  /** Its passages in their original order. */
  readonly passages: readonly string[];
  /** Which of the passages are blocks of code. */
  readonly code: readonly boolean[];
  /** Whether it is the whole text, except openings like "Wow,". */
  readonly whole: boolean;
}

/** Texts with a higher Jaccard overlap of words say the same. */
const REPEATS = 0.8;
/** A passage below this probability is not worth reading, however much room there is. */
const WORTHLESS = 0.0005;

/** Sources split into weighted passages, ready for selection. */
export interface Weighed {
  readonly sources: readonly Source[];
  readonly units: readonly Unit[];
}

/** Tokens between two passages. */
const JOINT = 1;

interface Unit extends Passage {
  /** Index of its source. */
  readonly at: number;
  /** Index within its source. */
  readonly order: number;
  readonly value: number;
}

/** Weighs the sources' passages against the question. `stretchesOf` splits a source's text, or has it cached. */
export function readPassages(
  sources: readonly Source[],
  need: Need,
  stretchesOf: (source: Source) => readonly ReadStretch[],
): Weighed {
  const units = sources.flatMap((source, at) =>
    weighStretches(stretchesOf(source), need).map((passage, order): Unit => ({
      ...passage,
      at,
      order,
      value: source.score * passage.share,
    })),
  );
  return { sources, units };
}

export interface Costs {
  /** Tokens of a memory's line besides its passages. */
  readonly line: (source: Source) => number;
  /** Tokens of its heading, counted once per heading; memories with the same key share one. */
  readonly heading: (source: Source) => { readonly key: string; readonly tokens: number };
}

/**
 * Selects the passages most likely to contain the answer for their tokens. A passage's
 * probability is its memory's, times its share in what the memory says; passages with the best probability
 * per token are taken until no more fit. One that repeats an earlier one is left out. Nothing is reworded.
 * Deterministic.
 */
export function distill({ sources, units }: Weighed, budget: number, costs: Costs): Kept[] {
  const chosen = choose(
    sources,
    units.filter(({ value }) => value > WORTHLESS),
    budget,
    costs,
  );
  const total = new Map<number, number>();
  for (const { at } of units) total.set(at, (total.get(at) ?? 0) + 1);
  const byMemory = new Map<number, Unit[]>();
  for (const unit of chosen) byMemory.set(unit.at, [...(byMemory.get(unit.at) ?? []), unit]);
  return [...byMemory].map(([at, taken]) => {
    const inOrder = taken.sort((a, b) => a.order - b.order);
    return {
      source: sources[at] as Source,
      passages: inOrder.map(({ text }) => text),
      code: inOrder.map(({ code }) => code),
      whole: taken.length === total.get(at),
    };
  });
}

function choose(
  sources: readonly Source[],
  units: readonly Unit[],
  budget: number,
  costs: Costs,
): Unit[] {
  const lines = sources.map(costs.line);
  const headings = sources.map(costs.heading);
  const opened = new Set<number>();
  const headed = new Set<string>();
  const openingOf = (at: number): number =>
    opened.has(at)
      ? 0
      : (lines[at] ?? 0) + (headed.has(headings[at]?.key ?? '') ? 0 : (headings[at]?.tokens ?? 0));
  const chosen: Unit[] = [];
  const waiting = [...units];
  const openings = sources.map((_, at) => openingOf(at));
  let left = budget;
  for (;;) {
    let best = -1;
    let bestGain = 0;
    for (let place = 0; place < waiting.length; place++) {
      const { at, tokens, value } = waiting[place] as Unit;
      const cost = tokens + JOINT + (openings[at] ?? 0);
      if (cost <= left && value / cost > bestGain) [best, bestGain] = [place, value / cost];
    }
    const [unit] = best < 0 ? [] : waiting.splice(best, 1);
    if (unit === undefined) return chosen;
    if (repeats(unit, chosen)) continue;
    left -= unit.tokens + JOINT + (openings[unit.at] ?? 0);
    chosen.push(unit);
    opened.add(unit.at);
    headed.add(headings[unit.at]?.key ?? '');
    for (let at = 0; at < sources.length; at++) openings[at] = openingOf(at);
  }
}

function repeats({ terms }: Unit, chosen: readonly Unit[]): boolean {
  if (terms.size === 0) return false;
  return chosen.some((other) => {
    let shared = 0;
    for (const term of terms) if (other.terms.has(term)) shared++;
    return shared / (terms.size + other.terms.size - shared) > REPEATS;
  });
}
