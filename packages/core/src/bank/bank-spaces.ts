import { BankLinks } from './bank-links.js';
import type { Encoders } from './memory-vectors.js';
import type { SpaceName } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { BankState } from '../indexes/bank-state.js';
import { wordsOf } from '../indexes/index-lookups.js';
import { detectLanguage } from '../language/detect-language.js';
import type { Stemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import type { Store } from '../ports/store.js';
import {
  createSemanticSpace,
  storedSemanticSpace,
  type TextEncoder,
} from '../spaces/e01-semantic.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import { createLateInteractionSpace, createSparseSpace } from '../spaces/e06-e09-e12-lexical.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { PictureCodes } from '../spaces/e10-multimodal.js';
import { type RegisteredSpace, registerSpaces, spaceNamed } from '../spaces/registry.js';
import {
  type Calibration,
  calibrationFromBackground,
  fittedCalibration,
  type Inquiry,
  type StoredSpace,
  type Subject,
} from '../spaces/space.js';

interface BankSpacesParts extends Encoders {
  readonly store: Store;
  readonly bank: BankName;
  readonly state: BankState;
  readonly stemmer: Stemmer;
  readonly causal: CausalSpace;
  readonly code: CodeSpace;
  readonly multimodal: StoredSpace<PictureCodes>;
}

/** How codes are compared: a query with a memory, or two memories with each other. */
export type Comparison = 'similarity' | 'likeness';

/** Number of memories whose codes are read at once. */
const PAGE = 512;
/** Maximum number of cached codes per space. */
const MAX_KEPT = 20_000;

/** Codes by slot, for one space and one load of the index; null for a memory without one. */
interface Shelf {
  readonly index: unknown;
  readonly id: string;
  /** The bank's last change, for codes that depend on the whole bank. */
  readonly sequence: number;
  readonly codes: Map<number, unknown>;
}

/** All embedding spaces of one open bank: each memory's code, and nearest-neighbour search per space. */
export class BankSpaces {
  readonly #links: BankLinks;
  readonly #shelves = new Map<SpaceName, Shelf>();
  #registered: { readonly encoder: string; readonly list: readonly RegisteredSpace[] } | null =
    null;

  constructor(private readonly parts: BankSpacesParts) {
    this.#links = new BankLinks(parts.store, parts.bank);
  }

  /** All spaces; the semantic one is that of the encoder that currently fills the bank. */
  get registered(): readonly RegisteredSpace[] {
    const { state, encoder, causal, code, multimodal, stemmer } = this.parts;
    if (this.#registered?.encoder !== state.encoder) {
      const semantic =
        state.encoder === encoder.id
          ? createSemanticSpace(encoder)
          : storedSemanticSpace({ id: state.encoder, dimensions: state.index.vectors.dimensions });
      const { graph, entity } = this.#links;
      const sparse = createSparseSpace(wordsOf(state));
      this.#registered = {
        encoder: state.encoder,
        list: registerSpaces({
          semantic,
          causal,
          sparse,
          code,
          graph,
          multimodal,
          entity,
          late: createLateInteractionSpace(stemmer),
        }),
      };
    }
    return this.#registered.list;
  }

  /** The space of that name. Throws `invalid_input` naming the field and the choices. */
  named(name: string, field: string): RegisteredSpace {
    const found = spaceNamed(name, this.registered);
    if (found !== undefined) return found;
    const choices = this.registered.map(({ space }) => space.name).join(', ');
    throw new MnemeError('invalid_input', `${field}: there is no space ${name}.`, {
      field,
      value: name,
      hint: `One of: ${choices}.`,
    });
  }

  /** Brings the bank's index, and its links if these spaces need them, up to date with the journal. */
  async follow(asked: readonly RegisteredSpace[] = this.registered): Promise<void> {
    await this.parts.state.follow();
    if (asked.some(({ source }) => source === 'links')) await this.#links.follow();
  }

  /** Codes of memories by slot, without those that have none. As of the last {@link follow}. */
  async codes(
    registered: RegisteredSpace,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, unknown>> {
    const { space, source } = registered;
    if (source === 'columns' || source === 'links')
      return present(slots.map((slot) => [slot, space.memory(this.#bareSubject(slot))]));
    // Vectors may come later than their memories, so they are not cached.
    if (space.name === 'semantic') return this.#vectors(slots);
    const shelf = this.#shelf(registered);
    const missing = slots.filter((slot) => !shelf.codes.has(slot));
    const read =
      missing.length === 0 ? new Map<number, unknown>() : await this.#read(registered, missing);
    const found = present(
      slots.map((slot) => [slot, shelf.codes.get(slot) ?? read.get(slot) ?? null]),
    );
    for (const slot of missing)
      if (shelf.codes.size < MAX_KEPT) shelf.codes.set(slot, read.get(slot) ?? null);
    return found;
  }

  /** A query's code; null if it has none in this space. `notice` gives the reason if a model is unavailable. */
  async query(
    registered: RegisteredSpace,
    inquiry: Inquiry,
  ): Promise<{ readonly code: unknown; readonly notice: string | null }> {
    const { embedder, encoder } = this.parts;
    const { space } = registered;
    if (space.name !== 'semantic' || space.id === encoder.id)
      return { code: space.query(inquiry), notice: null };
    if (embedder?.id !== space.id || inquiry.text === '') return { code: null, notice: null };
    const { vector, fault } = await embedder.query(inquiry.text);
    return { code: fault === null ? vector : null, notice: fault };
  }

  /**
   * The nearest memories in one space, best first, ties in order of recording. Exact unless the vector index is
   * approximate.
   */
  async nearest(
    registered: RegisteredSpace,
    code: unknown,
    by: Comparison,
    k: number,
    accepts: (slot: number) => boolean,
  ): Promise<readonly Near[]> {
    const { index } = this.parts.state;
    if (registered.space.name === 'semantic') {
      const { slots, scores } = index.vectors.nearest(
        Float32Array.from(code as ArrayLike<number>),
        k,
        (slot) => accepts(slot) && index.postings.length(slot) > 0,
      );
      return Array.from(slots, (slot, at) => ({ slot, likeness: scores[at] ?? 0 }));
    }
    const found: Near[] = [];
    for (let start = 0; start < index.size; start += PAGE) {
      const slots = Array.from(
        { length: Math.min(PAGE, index.size - start) },
        (_, at) => start + at,
      ).filter(accepts);
      found.push(...(await this.measure(registered, code, by, slots)));
    }
    return found.sort(bestFirst).slice(0, k);
  }

  /** The similarity of each of these memories, without those that have no code. */
  async measure(
    registered: RegisteredSpace,
    code: unknown,
    by: Comparison,
    slots: readonly number[],
  ): Promise<Near[]> {
    return Array.from(await this.codes(registered, slots), ([slot, other]) => ({
      slot,
      likeness: registered.space[by](code, other),
    }));
  }

  #shelf({ space, kept }: RegisteredSpace): Shelf {
    const known = this.#shelves.get(space.name);
    const { index } = this.parts.state;
    const sequence = kept === 'derived' ? this.parts.state.sequence : 0;
    if (known?.index === index && known.id === space.id && known.sequence === sequence)
      return known;
    const fresh: Shelf = { index, id: space.id, sequence, codes: new Map() };
    this.#shelves.set(space.name, fresh);
    return fresh;
  }

  async #read(
    { space, source, unpack }: RegisteredSpace,
    slots: readonly number[],
  ): Promise<Map<number, unknown>> {
    const { store, bank, state } = this.parts;
    const { index } = state;
    const codes = new Map<number, unknown>();
    const ids = slots.map((slot) => index.id(slot));
    if (source === 'text') {
      for (const memory of await store.get(bank, ids)) {
        const slot = index.slot(memory.id);
        const { content, language } = memory;
        codes.set(
          slot,
          space.memory({
            ...this.#bareSubject(slot),
            content,
            language,
            terms: contentTerms(content, language, this.parts.stemmer),
          }),
        );
      }
      return codes;
    }
    for await (const page of store.codes(bank, space.name, space.id, ids))
      for (const { memory, code } of page) codes.set(index.slot(memory), unpack?.(code));
    return codes;
  }

  async #vectors(slots: readonly number[]): Promise<ReadonlyMap<number, unknown>> {
    const { store, bank, state } = this.parts;
    const vectors = new Map<number, unknown>();
    const ids = slots.map((slot): MemoryId => state.index.id(slot));
    for await (const rows of store.indexRows(bank, 'semantic', state.encoder, ids)) {
      for (const { memory, vector, terms } of rows)
        if (vector !== null && terms !== '') vectors.set(state.index.slot(memory.id), vector);
    }
    return vectors;
  }

  /** A memory's indexed fields, without its text. */
  #bareSubject(slot: number): Subject {
    const { index } = this.parts.state;
    return {
      id: index.id(slot),
      content: '',
      language: 'en',
      terms: [],
      saidAt: index.saidAt.get(slot),
      occurredFrom: index.occurredFrom.get(slot),
      occurredTo: index.occurredTo.get(slot),
      position: index.position.get(slot),
      order: slot,
    };
  }
}

export function bestFirst(a: Near, b: Near): number {
  return b.likeness - a.likeness || a.slot - b.slot;
}

function present(entries: readonly (readonly [number, unknown])[]): ReadonlyMap<number, unknown> {
  return new Map(entries.filter(([, code]) => code !== null && code !== undefined));
}

/** A memory near another, with its similarity, -1..1. */
export interface Near {
  readonly slot: number;
  readonly likeness: number;
}

/** An encoded text or memory, ready to be compared with the bank's memories. */
export interface Probe {
  /** The similarity per slot, -1..1; NaN for a memory without a code in this space. */
  likenesses(slots: readonly number[]): Float32Array;
  /** The nearest memories that `accepts` allows, best first. */
  nearest(k: number, accepts: (slot: number) => boolean): readonly Near[];
}

/**
 * One space of one bank, as fingerprints read it; a slot is the index's number of a memory. Deterministic for the
 * bank: the same text gives the same similarities.
 */
export interface SpaceReader {
  readonly space: SpaceName;
  /** Identifies algorithm and version; values of different ids are never compared. */
  readonly id: string;
  calibration(): Promise<Calibration>;
  /** Encodes a goal's text; null if it has no code in this space. */
  text(text: string): Probe | null;
  /** Memories by slot, without those that have no embedding in this space. */
  memories(slots: readonly number[]): Promise<ReadonlyMap<number, Probe>>;
}

interface SemanticReaderParts {
  readonly store: Store;
  readonly bank: BankName;
  readonly state: BankState;
  readonly encoder: TextEncoder;
  readonly stemmer: Stemmer;
}

/** Without a fitted calibration, the number of the bank's first memories that serve as a random baseline. */
const BACKGROUND = 64;
/** With fewer memories, their pairs are not representative. */
const MIN_BACKGROUND = 8;
/** The assumed baseline until there are enough memories to measure it. */
const PRIOR_BACKGROUND = { mean: 0, deviation: 0.1 } as const;

/** E1: the vectors in the index, whichever encoder made them. */
export function semanticReader({
  store,
  bank,
  state,
  encoder,
  stemmer,
}: SemanticReaderParts): SpaceReader {
  const encode = (text: string): Float32Array | null => {
    const terms = contentTerms(text, detectLanguage(text), stemmer);
    return terms.length === 0 ? null : Float32Array.from(encoder.document(text, terms));
  };
  const probe = (vector: Float32Array): Probe => semanticProbe(vector, state);
  const memories: SpaceReader['memories'] = async (slots) => {
    const { index } = state;
    const found = new Map<number, Probe>();
    const ids = slots.map((slot): MemoryId => index.id(slot));
    for await (const rows of store.indexRows(bank, 'semantic', encoder.id, ids)) {
      for (const { memory, vector, terms } of rows)
        if (vector !== null && terms !== '')
          found.set(index.slot(memory.id), probe(Float32Array.from(vector)));
    }
    return found;
  };
  return {
    space: 'semantic',
    id: encoder.id,
    calibration: () => calibrationOf(encoder.id, memories, state.index.size),
    text: (text) => {
      const vector = encode(text);
      return vector === null ? null : probe(vector);
    },
    memories,
  };
}

function semanticProbe(vector: Float32Array, state: BankState): Probe {
  return {
    likenesses: (slots) => {
      const { index } = state;
      const cosines = index.vectors.similarities(slots, vector);
      return cosines.map((value, at) =>
        index.postings.length(slots[at] ?? 0) === 0 ? NaN : value,
      );
    },
    nearest: (k, accepts) => {
      const { slots, scores } = state.index.vectors.nearest(vector, k, accepts);
      return Array.from(slots, (slot, at) => ({ slot, likeness: scores[at] ?? 0 }));
    },
  };
}

/** The calibration fitted for a space or encoder; else one from the random baseline of the bank. */
export async function calibrationOf(
  id: string,
  memories: SpaceReader['memories'],
  size: number,
): Promise<Calibration> {
  return fittedCalibration(id) ?? calibrationFromBackground(await background(memories, size));
}

/** Mean and deviation of the similarities between the bank's first memories, most of which are unrelated. */
async function background(
  memories: SpaceReader['memories'],
  size: number,
): Promise<{ mean: number; deviation: number }> {
  const probes = await memories(
    Array.from({ length: Math.min(BACKGROUND, size) }, (_, slot) => slot),
  );
  const slots = [...probes.keys()];
  if (slots.length < MIN_BACKGROUND) return PRIOR_BACKGROUND;
  const values = slots.flatMap((slot, at) =>
    [...(probes.get(slot)?.likenesses(slots.slice(at + 1)) ?? [])].filter(
      (value) => !Number.isNaN(value),
    ),
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}
