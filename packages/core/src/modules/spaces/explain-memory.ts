import { z } from 'zod';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import {
  calibrationOf,
  type Near,
  type Probe,
  semanticReader,
  type SpaceReader,
} from '../../bank/bank-spaces.js';
import { Goal, northStarOf } from '../../domain/goal.js';
import { MemoryId } from '../../domain/ids.js';
import { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/input.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import { type SpaceName, SPACES } from '../../domain/change.js';
import type { BankState } from '../../indexes/bank-state.js';
import { detectLanguage } from '../../language/detect-language.js';
import { contentTerms } from '../../language/terms.js';
import { fingerprintMemory, Learning } from './fingerprint-memory.js';
import { slotOf } from './search-spaces.js';
import { AlignmentLevel, type Space, type Subject } from '../../spaces/space.js';
import { type RegisteredSpace, spaceNamed } from '../../spaces/registry.js';

interface CodeReaderParts<Code> {
  readonly space: Space<Code>;
  readonly state: BankState;
  /** Input for encoding a text that is no memory, such as a goal. */
  subject(text: string): Subject;
  /** The code of the memory in a slot; null if it has none in this space. */
  code(slot: number): Code | null;
}

/** A reader of any space whose codes are in memory. Neighbours are found by a full scan. */
export function codeReader<Code>({
  space,
  state,
  subject,
  code,
}: CodeReaderParts<Code>): SpaceReader {
  const probe = (own: Code): Probe => ({
    likenesses: (slots) => Float32Array.from(slots, (slot) => likenessTo(own, slot)),
    nearest: (k, accepts) => {
      const found: Near[] = [];
      for (let slot = 0; slot < state.index.size; slot++) {
        const likeness = accepts(slot) ? likenessTo(own, slot) : NaN;
        if (!Number.isNaN(likeness)) found.push({ slot, likeness });
      }
      return found.sort((a, b) => b.likeness - a.likeness || a.slot - b.slot).slice(0, k);
    },
  });
  const likenessTo = (own: Code, slot: number): number => {
    const other = code(slot);
    return other === null ? NaN : space.likeness(own, other);
  };
  const memories: SpaceReader['memories'] = (slots) =>
    Promise.resolve(
      new Map(
        slots.flatMap((slot): [number, Probe][] => {
          const own = code(slot);
          return own === null ? [] : [[slot, probe(own)]];
        }),
      ),
    );
  return {
    space: space.name,
    id: space.id,
    calibration: () => calibrationOf(space.id, memories, state.index.size),
    text: (text) => {
      const own = space.memory(subject(text));
      return own === null ? null : probe(own);
    },
    memories,
  };
}

const explainedRowShape = z.strictObject({
  space: z.enum(SPACES),
  present: z.boolean(),
  alignment: Share.nullable(),
  novelty: Share.nullable(),
  coherence: Share.nullable(),
  johari: z.enum(['open', 'blind', 'hidden', 'unknown']).nullable(),
  johariConfidence: Share.nullable(),
  dimensions: z.number().nullable(),
  kept: z.enum(['stored', 'computed', 'derived']).nullable(),
  serves: z.string().nullable(),
  /**
   * Similarity to `other`, -1..1 by that space's own measure, never comparable with another space's; null without
   * one, or if either has no code in this space.
   */
  likeness: z.number().nullable(),
});
/** One space of an explanation. The last four fields are null if the space is not built. */
export interface ExplainedRow extends Of<typeof explainedRowShape> {}
export const ExplainedRow: SchemaOf<ExplainedRow, typeof explainedRowShape> = explainedRowShape;

const memoryExplanationShape = z.strictObject({
  memory: Memory,
  /** The memory it is compared with; null without one. */
  other: Memory.nullable(),
  northStar: Goal.nullable(),
  rows: z.array(ExplainedRow),
  purposeVector: z.array(z.number().nullable()),
  /** Mean over the purpose vector; null without a north star. */
  northStarAlignment: Share.nullable(),
  level: AlignmentLevel.nullable(),
  /** The space with the best alignment; without a north star, the one that fits best; null if nothing is measured. */
  dominantSpace: z.enum(SPACES).nullable(),
  /** Mean coherence over the present spaces. */
  coherence: Share.nullable(),
  /** Null if no space has the memory. */
  learning: Learning.nullable(),
  notices: z.array(z.string()),
});
/** Over every space: a memory's state in each of the twelve. A diagnostic: recall does not read it. */
export interface MemoryExplanation extends Of<typeof memoryExplanationShape> {}
export const MemoryExplanation: SchemaOf<MemoryExplanation, typeof memoryExplanationShape> =
  memoryExplanationShape;

/**
 * The number of memories around the given one over which novelty and coherence are computed; in a larger bank others
 * are ignored.
 */
const AROUND = 2_000;
/** Number of the bank's first memories, which give the baseline of chance. */
const FIRST = 64;

export const ExplainInput = z.strictObject({
  id: MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.'),
  with: MemoryId.optional().describe('Another memory: how alike the two are in each space.'),
});
export type ExplainInput = z.input<typeof ExplainInput>;

/** A memory's figures in each space, and its similarity to another there. Throws `not_found`. */
export async function explainMemory(
  raw: unknown,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'stemmer' | 'encoder' | 'readyForCode'>,
): Promise<MemoryExplanation> {
  const { id, with: other } = parseInput(ExplainInput, raw, 'explain');
  const { spaces, state } = bank;
  await spaces.follow();
  const slot = slotOf(id, 'explain.id', bank);
  const likenesses =
    other === undefined
      ? new Map<SpaceName, number>()
      : await likenessesOf(slot, slotOf(other, 'explain.with', bank), bank);
  const [memory] = await parts.store.get(bank.name, [id]);
  const star = northStarOf(await parts.store.goals(bank.name));
  if (star !== null) await parts.readyForCode(star.description);
  const around = slotsAround(slot, state.index.size);
  const readers: SpaceReader[] = [];
  for (const registered of spaces.registered)
    readers.push(
      registered.space.name === 'semantic' && state.encoder === parts.encoder.id
        ? semanticReader({ ...parts, bank: bank.name, state })
        : await readerOf(registered, around, bank, parts),
    );
  const fingerprint = await fingerprintMemory(slot, star, bank, parts.store, readers);
  const notices =
    around.length < state.index.size
      ? [
          `Novelty and coherence are told among the ${AROUND} memories before and after it, but in the semantic space.`,
        ]
      : [];
  return {
    ...fingerprint,
    memory: memory as Memory,
    other: other === undefined ? null : ((await parts.store.get(bank.name, [other]))[0] as Memory),
    rows: fingerprint.rows.map((row): ExplainedRow => {
      const registered = spaceNamed(row.space, spaces.registered);
      return {
        ...row,
        dimensions: registered?.space.dimensions ?? null,
        kept: registered?.kept ?? null,
        serves: registered?.serves ?? null,
        likeness: likenesses.get(row.space) ?? null,
      };
    }),
    notices: [...fingerprint.notices, ...notices],
  };
}

/** Similarity of two memories in each space where both have a code. */
async function likenessesOf(
  one: number,
  other: number,
  { spaces }: OpenBank,
): Promise<ReadonlyMap<SpaceName, number>> {
  const likenesses = new Map<SpaceName, number>();
  for (const registered of spaces.registered) {
    const codes = await spaces.codes(registered, [one, other]);
    const [a, b] = [codes.get(one), codes.get(other)];
    if (a !== undefined && b !== undefined)
      likenesses.set(registered.space.name, registered.space.likeness(a, b));
  }
  return likenesses;
}

function slotsAround(slot: number, size: number): number[] {
  const from = Math.max(0, slot - AROUND);
  const first = Array.from({ length: Math.min(FIRST, from) }, (_, at) => at);
  return [
    ...first,
    ...Array.from({ length: Math.min(size, slot + AROUND + 1) - from }, (_, at) => from + at),
  ];
}

/** A reader of a space with the codes of these memories loaded. */
async function readerOf(
  registered: RegisteredSpace,
  slots: readonly number[],
  { spaces, state }: OpenBank,
  { stemmer }: Pick<EngineParts, 'stemmer'>,
): Promise<SpaceReader> {
  const codes = await spaces.codes(registered, slots);
  const subject = (text: string): Subject => {
    const language = detectLanguage(text);
    return {
      id: '' as MemoryId,
      content: text,
      language,
      terms: contentTerms(text, language, stemmer),
      saidAt: 0,
      occurredFrom: 0,
      occurredTo: 0,
      position: 0,
      order: 0,
    };
  };
  const reader = codeReader({
    space: registered.space,
    state,
    subject,
    code: (at) => codes.get(at) ?? null,
  });
  // A goal has no time and no position.
  return registered.source === 'columns' || registered.source === 'links'
    ? { ...reader, text: () => null }
    : reader;
}
