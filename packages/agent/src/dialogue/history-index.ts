import type { BankName } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { BankCache } from '@mneme/core/kernel/module.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { assembleTurns, MODULE, stateOf, type StoredTurn } from './session.js';
import type { Store } from '@mneme/core/ports/store.js';

/** The three indexes: what models said, what was decided, what the person did with it. */
export const ENTRY_KINDS = ['claim', 'decision', 'signal'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export const SIGNALS = [
  'addition',
  'elevation',
  'correction',
  'ghost_override',
  'removal',
] as const;
export type Signal = (typeof SIGNALS)[number];

export interface HistoryEntry {
  readonly kind: EntryKind;
  readonly signal: Signal | null;
  readonly text: string;
  readonly turn: string;
  readonly session: string;
  readonly query: string;
  readonly at: Instant;
  readonly dimension: string | null;
  /** Term numbers, without duplicates. */
  readonly terms: readonly number[];
}

export interface FoundEntry extends HistoryEntry {
  /** 0..1: geometric mean of the shares of query and entry that they have in common, weighted by rarity. */
  readonly score: number;
}

/** Above this many entries, a term does not add candidates once there are some: alone it never ranks high. */
const COMMON = 4_000;

/** In-memory word index of a bank's turns. A cache: follows the journal, and can be rebuilt from it. */
export class HistoryIndex implements BankCache {
  readonly kept = true;
  readonly #entries: (HistoryEntry | null)[] = [];
  readonly #postings: number[][] = [];
  readonly #numbers = new Map<string, number>();
  readonly #slots = new Map<string, number[]>();
  readonly #records = new Map<string, LearnedRecord<'module'>[]>();
  #scores = new Float64Array(0);
  #weights: Weights | null = null;
  #live = 0;
  #sequence = -1;

  constructor(
    private readonly bank: {
      readonly bank: BankName;
      readonly store: Pick<Store, 'learned' | 'bank'>;
      readonly stemmer: Stemmer;
    },
  ) {}

  /** Number of live entries. */
  get size(): number {
    return this.#live;
  }

  /** Applies what was committed since, by this or another process. */
  async follow(): Promise<void> {
    const { bank, store } = this.bank;
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    if (sequence === this.#sequence) return;
    const changed = await store.learned(bank, {
      kinds: ['module'],
      ...(this.#sequence < 0 ? {} : { changedAfter: this.#sequence }),
    });
    const touched = new Set<string>();
    for (const record of changed) {
      const turn = turnOf(record);
      if (turn === null) continue;
      touched.add(turn);
      const others = (this.#records.get(turn) ?? []).filter(({ id }) => id !== record.id);
      this.#records.set(turn, record.retractedAt === null ? [...others, record] : others);
    }
    for (const turn of touched) this.#readAgain(turn);
    if (touched.size > 0) this.#weights = null;
    this.#sequence = sequence;
  }

  #readAgain(turn: string): void {
    for (const slot of this.#slots.get(turn) ?? []) {
      this.#entries[slot] = null;
      this.#live--;
    }
    this.#slots.delete(turn);
    const records = (this.#records.get(turn) ?? []).toSorted((a, b) => a.createdAt - b.createdAt);
    const [stored] = assembleTurns(records);
    if (stored === undefined) return;
    const entries = entriesOf(stored);
    // Once per turn: detecting the language per entry would double the time.
    const language = detectLanguage(entries.map(({ text }) => text).join('\n'));
    this.#slots.set(
      turn,
      entries.map((entry) => this.#add(entry, language)),
    );
  }

  #add(entry: Omit<HistoryEntry, 'terms'>, language: string): number {
    const slot = this.#entries.length;
    const terms = new Set(contentTerms(entry.text, language, this.bank.stemmer));
    const numbers = [...terms].map((term) => this.#number(term));
    for (const number of numbers) this.#postings[number]?.push(slot);
    this.#entries.push({ ...entry, terms: numbers });
    this.#live++;
    return slot;
  }

  #number(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#postings.length;
    this.#numbers.set(term, number);
    this.#postings.push([]);
    return number;
  }

  /** Term rarities and entry weights as of the last change. */
  #weigh(): Weights {
    if (this.#weights !== null) return this.#weights;
    const rarity = Float64Array.from(this.#postings, (slots) =>
      Math.log(1 + this.#live / (1 + slots.length)),
    );
    const whole = Float64Array.from(this.#entries, (entry) =>
      (entry?.terms ?? []).reduce((sum, number) => sum + (rarity[number] ?? 0), 0),
    );
    this.#weights = { rarity, whole };
    return this.#weights;
  }

  /**
   * The best entries of each kind, up to `limits`, best first. `terms` maps stems of the query to their weights,
   * 0..1.
   */
  search(
    terms: ReadonlyMap<string, number>,
    limits: Readonly<Record<EntryKind, number>>,
  ): readonly FoundEntry[] {
    const { rarity, whole: wholes } = this.#weigh();
    const asked = [...terms]
      .flatMap(([term, share]) => {
        const number = this.#numbers.get(term);
        return number === undefined ? [] : [{ number, share, weight: rarity[number] ?? 0 }];
      })
      .sort((a, b) => b.weight - a.weight);
    const whole = [...terms].reduce(
      (sum, [term, share]) =>
        share < 1
          ? sum
          : sum +
            (this.#numbers.has(term)
              ? (rarity[this.#numbers.get(term) ?? 0] ?? 0)
              : Math.log(1 + this.#live)),
      0,
    );
    if (whole === 0) return [];
    if (this.#scores.length < this.#entries.length)
      this.#scores = new Float64Array(this.#entries.length * 2);
    const touched: number[] = [];
    for (const { number, share, weight } of asked) {
      const slots = this.#postings[number] ?? [];
      const admits = slots.length <= COMMON || touched.length === 0;
      for (const slot of slots) {
        const before = this.#scores[slot] ?? 0;
        if (before === 0 && !admits) continue;
        if (before === 0) touched.push(slot);
        this.#scores[slot] = before + share * weight;
      }
    }
    const best = this.#best(touched, whole, wholes, limits);
    for (const slot of touched) this.#scores[slot] = 0;
    return best;
  }

  #best(
    touched: readonly number[],
    whole: number,
    wholes: Float64Array,
    limits: Readonly<Record<EntryKind, number>>,
  ): FoundEntry[] {
    const found: Record<EntryKind, Scored[]> = { claim: [], decision: [], signal: [] };
    for (const slot of touched) {
      const entry = this.#entries[slot];
      if (entry === undefined || entry === null) continue;
      const shared = this.#scores[slot] ?? 0;
      const score = Math.min(1, shared / Math.sqrt(whole * (wholes[slot] ?? 0)));
      insert({ entry, slot, score }, found[entry.kind], limits[entry.kind]);
    }
    return ENTRY_KINDS.flatMap((kind) =>
      found[kind].map(({ entry, score }) => ({ ...entry, score })),
    );
  }
}

interface Weights {
  readonly rarity: Float64Array;
  readonly whole: Float64Array;
}

interface Scored {
  readonly entry: HistoryEntry;
  readonly slot: number;
  readonly score: number;
}

const before = (a: Scored, b: Scored): boolean =>
  a.score > b.score || (a.score === b.score && a.slot > b.slot);

/** Inserts into the sorted list of the `limit` best; most candidates are worse than all of them. */
function insert(scored: Scored, best: Scored[], limit: number): void {
  const last = best.at(-1);
  if (best.length >= limit && last !== undefined && !before(scored, last)) return;
  let at = best.length;
  for (let above = best[at - 1]; above !== undefined && before(scored, above); above = best[at - 1])
    at--;
  best.splice(at, 0, scored);
  if (best.length > limit) best.pop();
}

/** The turn that a record belongs to; null for records of other modules or without one. */
function turnOf(record: LearnedRecord<'module'>): string | null {
  if (record.body.module !== MODULE) return null;
  if (record.body.type === 'turn') return record.id;
  const { turn } = record.body.value;
  return record.body.type !== 'taste' && typeof turn === 'string' ? turn : null;
}

/** A turn's entries for the three indexes. Rejected claims are not indexed as claims, but as a signal. */
export function entriesOf(turn: StoredTurn): Omit<HistoryEntry, 'terms'>[] {
  const { curated, stages } = stateOf(turn);
  const { understand, decide, refiner } = stages;
  const entry = (
    kind: EntryKind,
    text: string,
    signal: Signal | null = null,
    dimension: string | null = null,
  ): Omit<HistoryEntry, 'terms'> => ({
    kind,
    signal,
    text,
    turn: turn.id,
    session: turn.value.session,
    query: turn.value.query,
    at: turn.at,
    dimension,
  });
  const word = refiner?.finalWord ?? null;
  const decisions = [word, understand?.shortAnswer, decide?.theAnswer.statement];
  return [
    ...curated.claims
      .filter(({ added, elevated, original }) => !added && elevated === null && original === null)
      .map(({ text, dimension }) => entry('claim', text, null, dimension)),
    ...decisions.flatMap((text) => (typeof text === 'string' ? [entry('decision', text)] : [])),
    ...curated.claims.flatMap(({ text, added, elevated, original, dimension }) => {
      const signal = added
        ? 'addition'
        : elevated !== null
          ? 'elevation'
          : original === null
            ? null
            : 'correction';
      return signal === null ? [] : [entry('signal', text, signal, dimension)];
    }),
    ...curated.removed.map(({ claim }) => entry('signal', claim.text, 'removal', claim.dimension)),
    ...(curated.ghostOverridden && curated.ghost !== null
      ? [entry('signal', curated.ghost, 'ghost_override')]
      : []),
  ];
}
