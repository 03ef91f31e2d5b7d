import { z } from 'zod';
import { MnemeError, noMemory } from '../../domain/errors.js';
import { EntityId, MemoryId } from '../../domain/ids.js';
import { parseInput, RememberInput } from '../../domain/input.js';
import { MAX_INPUT, type Memory } from '../../domain/memory.js';
import {
  type BatchReceipt,
  type Outcome,
  OUTCOMES,
  type Receipt,
  Worth,
  type WorthSuggestion,
} from '../../domain/receipt.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { hasText } from '../../domain/well-formed.js';
import { NONE } from '../../indexes/bank-index.js';
import type { OpenedBank } from '../module.js';
import { findNearestCopy, readEvidence, weigh, type WeighedMemory } from './reward.js';
import { storedTerms } from '../../remember/near-duplicate.js';
import type { NewMemory } from '../../remember/plan-context.js';
import { lifecycleOf } from '../../spaces/learning-score.js';

/** The inputs for weighing a memory about to be written. */
export function weighedNew({ draft, memory, context, pending }: NewMemory): WeighedMemory {
  const { index } = context.state;
  const likest = findNearestCopy(draft.terms, index, { fresh: pending.sharing(draft) });
  const evidence = readEvidence(
    {
      terms: draft.terms,
      traits: draft.traits,
      names: draft.linked.length,
      knownNames: draft.linked.filter(
        ({ entity }) => entity.firstSeenAt < context.now || entity.version > 1,
      ).length,
      dates: draft.dates.length,
      claims: draft.claims.length,
      agent: memory.provenance[0]?.source !== 'user',
    },
    likest,
    index,
  );
  return {
    evidence,
    likest,
    kept: memory,
    id: context.rehearsal === true ? null : memory.id,
    stage: lifecycleOf(index.size),
  };
}

/** Fixed worth of outcomes that add nothing new. */
const REPEATED: Readonly<Record<Exclude<Outcome, 'remembered'>, Omit<Worth, 'suggestions'>>> = {
  reinforced: {
    reward: 0,
    gardener: 0.4,
    curator: 0,
    assessor: -0.4,
    explanation: 'Worth something: it was known, and is one more piece of evidence now.',
  },
  known: {
    reward: -0.4,
    gardener: -0.4,
    curator: -0.4,
    assessor: -0.4,
    explanation: 'It was known from this very source.',
  },
  recalled: {
    reward: -0.5,
    gardener: -0.5,
    curator: -0.5,
    assessor: -0.5,
    explanation: 'This memory said it itself.',
  },
  quarantined: {
    reward: -1,
    gardener: -1,
    curator: -1,
    assessor: -1,
    explanation: 'Nothing is gained by it until a person has let it in.',
  },
};

type Repeat = Pick<Receipt, 'outcome' | 'worth'>;

/** The worth of an outcome that added nothing new; an existing worth stays. */
function worthOf({ outcome, worth }: Repeat): Worth | null {
  if (worth !== null || outcome === 'remembered') return worth;
  return { ...REPEATED[outcome], suggestions: [] };
}

export function weighRepeats(batch: BatchReceipt): BatchReceipt {
  return {
    ...batch,
    receipts: batch.receipts.map((receipt) => ({ ...receipt, worth: worthOf(receipt) })),
  };
}

const { speaker, session, kind, confidence, source } = RememberInput.shape;

export const WorthInput = z
  .strictObject({
    content: z
      .string()
      .max(MAX_INPUT, `at most ${MAX_INPUT} characters`)
      .refine(hasText, 'must not be empty')
      .optional()
      .describe('A text that might be kept. Nothing is written.'),
    id: MemoryId.optional().describe('Instead of a text: a memory that is there.'),
    speaker,
    session,
    kind,
    confidence,
    source,
  })
  .refine(({ content, id }) => (content === undefined) !== (id === undefined), {
    message: 'give a text or the id of a memory',
    path: ['content'],
  });
export type WorthInput = z.input<typeof WorthInput>;

const worthAnswerShape = z.strictObject({
  /** The queried memory; null for a text. */
  id: MemoryId.nullable(),
  /** The outcome of remembering the text; null for a stored memory. */
  outcome: z.enum(OUTCOMES).nullable(),
  worth: Worth,
  notes: z.array(z.string()),
});
export interface WorthAnswer extends Of<typeof worthAnswerShape> {}
export const WorthAnswer: SchemaOf<WorthAnswer, typeof worthAnswerShape> = worthAnswerShape;

/** Maximum number of links read: more do not change the worth. */
const MAX_LINKS = 100;

interface WorthPorts extends Pick<OpenedBank, 'store' | 'state' | 'bank'> {
  /** Dry run of remembering a text. */
  readonly rehearse: (input: z.input<typeof RememberInput>) => Promise<BatchReceipt>;
}

/** Weighs a text that might be stored, or a stored memory. Throws `invalid_input`, `not_found`. */
export async function readWorth(raw: unknown, ports: WorthPorts): Promise<WorthAnswer> {
  const { id, content, ...about } = parseInput(WorthInput, raw, 'worth');
  if (id !== undefined) return ofStored(id, ports);
  const { receipts } = await ports.rehearse({ content: content ?? '', ...about });
  const [receipt] = receipts;
  const worth = receipt === undefined ? null : worthOf(receipt);
  if (receipt === undefined || worth === null)
    throw new MnemeError('unavailable', 'Nothing here weighs what a text is worth.', {
      hint: 'Open the memory with the modules that ship.',
    });
  return { id: null, outcome: receipt.outcome, worth, notes: receipt.notes };
}

async function ofStored(id: MemoryId, ports: WorthPorts): Promise<WorthAnswer> {
  const { store, bank, state } = ports;
  await state.follow();
  const [memory] = await store.get(bank, [id]);
  const slot = state.index.slot(id);
  if (memory === undefined || slot === NONE) throw noMemory(id, 'id');
  const { accessCount } = state.index.usage(slot);
  return {
    id,
    outcome: null,
    worth: weigh(await weighedStored(memory, slot, ports)),
    notes: [
      accessCount === 0
        ? 'no recall has delivered it yet'
        : `recalls delivered it ${accessCount} times`,
      ...(memory.retractedAt === null ? [] : ['it was taken back']),
    ],
  };
}

/** For those memories that nearly repeat another one, the suggested merge. */
export async function nearCopies(
  ids: readonly MemoryId[],
  ports: Pick<WorthPorts, 'store' | 'state' | 'bank'>,
): Promise<WorthSuggestion[]> {
  const { index } = ports.state;
  const advised: WorthSuggestion[] = [];
  for (const memory of await ports.store.get(ports.bank, [...ids])) {
    const slot = index.slot(memory.id);
    if (slot === NONE || memory.retractedAt !== null) continue;
    const { suggestions } = weigh(await weighedStored(memory, slot, ports));
    advised.push(...suggestions.filter(({ operation }) => operation === 'merge'));
  }
  return advised;
}

/** The inputs for weighing a stored memory, as if it were new today. */
async function weighedStored(
  memory: Memory,
  slot: number,
  { store, bank, state: { index } }: Pick<WorthPorts, 'store' | 'state' | 'bank'>,
): Promise<WeighedMemory> {
  const [links, claims] = await Promise.all([
    store.neighbours(bank, [memory.id], ['relational'], MAX_LINKS),
    store.claimsOf(bank, [memory.id]),
  ]);
  const mentioned = links.filter(({ from, role }) => from === memory.id && role === 'mentions');
  const entities = await store.entities(
    bank,
    mentioned.flatMap(({ to }) => EntityId.safeParse(to).data ?? []),
  );
  const terms = storedTerms(index, slot);
  const likest = findNearestCopy(terms, index, { but: memory.id });
  const evidence = readEvidence(
    {
      terms,
      traits: index.traits.get(slot),
      names: entities.length,
      knownNames: entities.filter(({ firstSeenAt }) => firstSeenAt < memory.recordedAt).length,
      dates: memory.dates.length,
      claims: new Set(claims.map(({ claim }) => claim)).size,
      agent: memory.provenance[0]?.source !== 'user',
    },
    likest,
    index,
  );
  return { evidence, likest, kept: memory, id: memory.id, stage: lifecycleOf(index.size) };
}
