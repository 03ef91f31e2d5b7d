import { z } from 'zod';
import { CausalAnswer, CausalQuery, queryCauses } from '../graph/index.js';
import { Inferred } from './conclusion.js';
import { infer, Inference, InferInput } from './infer.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { asLearned, firstVersion, nextVersion, revise } from '@mneme/core/bank/learned/revise.js';
import { pageOf, parsePageRequest } from '@mneme/core/bank/pages.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import {
  flag,
  type Of,
  pageInput,
  pageOutput,
  type SchemaOf,
  Share,
} from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';

export const CONCLUSION = 'conclusion';
const MODULE = 'inference';

export const KeepInput = z.strictObject({
  from: InferInput.shape.from.unwrap().describe('The cause, in words.'),
  to: InferInput.shape.to.unwrap().describe('What it leads to.'),
  depth: InferInput.shape.depth,
});

const keptShape = z.strictObject({
  id: LearnedId,
  from: z.string(),
  to: z.string(),
  keptAt: Instant,
  /** Its confidence when it was stored, 0..1. */
  before: Share,
  /** The current conclusion; null where it has fallen. */
  conclusion: Inferred.nullable(),
  /** Memories that it rested on and that are retracted or no longer valid. */
  fallen: z.array(MemoryId),
});
export interface KeptConclusion extends Of<typeof keptShape> {}
export const KeptConclusion: SchemaOf<KeptConclusion, typeof keptShape> = keptShape;

interface KeptConclusions {
  readonly conclusions: readonly KeptConclusion[];
  readonly next: string | null;
}

const keptValue = z.object({
  from: z.string(),
  to: z.string(),
  depth: z.int(),
  sureness: z.number(),
});

type Parts = Pick<EngineParts, 'clock' | 'store' | 'stemmer' | 'actor' | 'readOnly' | 'newId'>;

/**
 * Stores a conclusion, so that its fall can be detected. The record holds the question and the evidence, never an
 * answer: that is recomputed at each read. Throws `not_found` where one thing does not lead to the other.
 */
async function keepConclusion(
  raw: unknown,
  bank: OpenBank,
  parts: Parts,
): Promise<KeptConclusion & { readonly sequence: number }> {
  const { from, to, depth } = parseInput(KeepInput, raw, 'causes');
  return revise(bank.name, parts, async (at) => {
    const conclusion = await conclusionOf({ from, to, depth }, bank, parts);
    if (conclusion === null)
      throw new MnemeError('not_found', 'No stated causes lead from the one to the other.', {
        field: 'causes.to',
        value: to,
        hint: 'See what follows at all: `mneme causes --from`.',
      });
    const key = `${MODULE} ${CONCLUSION} ${JSON.stringify([from, to])}`;
    const body = {
      module: MODULE,
      type: CONCLUSION,
      value: { from, to, depth, sureness: conclusion.sureness },
      evidence: restsOn(conclusion),
    };
    const standing = (await recordsOf(bank, parts)).find((record) => record.key === key);
    const record =
      standing === undefined
        ? firstVersion('module', key, body, at, parts.newId)
        : nextVersion(standing, body, at);
    return {
      put: { learned: asLearned([record]) },
      verb: 'foresee',
      reason: 'a conclusion is kept',
      answer: (sequence) => ({
        id: record.id,
        from,
        to,
        keptAt: at,
        before: conclusion.sureness,
        conclusion,
        fallen: [],
        sequence,
      }),
    };
  });
}

/** Stored conclusions with their current state: one without its evidence has fallen. */
async function listConclusions(
  filter: Parameters<typeof parsePageRequest>[2],
  bank: OpenBank,
  parts: Parts,
): Promise<KeptConclusions> {
  const walk = parsePageRequest('causes', bank.name, filter);
  const { page, next } = pageOf(await recordsOf(bank, parts), walk, ({ createdAt, id }) => [
    createdAt,
    id,
  ]);
  const conclusions: KeptConclusion[] = [];
  for (const { id, changedAt, body } of page) {
    const { from, to, depth, sureness } = keptValue.parse(body.value);
    const conclusion = await conclusionOf({ from, to, depth }, bank, parts);
    const rests = new Set(conclusion === null ? [] : restsOn(conclusion));
    const lost = body.evidence.filter((memory) => !rests.has(memory));
    const standing = new Set(
      (await parts.store.get(bank.name, lost)).flatMap(
        ({ id: memory, retractedAt, supersededBy }) =>
          retractedAt === null && supersededBy === null ? [memory] : [],
      ),
    );
    conclusions.push({
      id,
      from,
      to,
      keptAt: changedAt,
      before: sureness,
      conclusion,
      fallen: lost.filter((memory) => !standing.has(memory)),
    });
  }
  return { conclusions, next };
}

async function conclusionOf(
  { from, to, depth }: z.output<typeof KeepInput>,
  bank: OpenBank,
  parts: Parts,
): Promise<Inferred | null> {
  const { conclusions } = await infer({ from, to, depth, direction: 'bidirectional' }, bank, parts);
  return conclusions[0] ?? null;
}

async function recordsOf(
  bank: OpenBank,
  { store }: Parts,
): Promise<readonly LearnedRecord<'module'>[]> {
  return (await store.learned(bank.name, { kinds: ['module'] })).filter(
    ({ body, retractedAt }) =>
      retractedAt === null && body.module === MODULE && body.type === CONCLUSION,
  );
}

/** The memories that a conclusion rests on. */
function restsOn({ proofs }: Inferred): MemoryId[] {
  const turns = proofs.flatMap(({ steps }) => steps.flatMap((step) => step.turns));
  return [...new Set(turns.map(({ id }) => id))];
}

const { action, outcome } = CausalQuery.shape;
const ENDS = ['action', 'outcome', 'from', 'to', 'seen'] as const;

export const CausesInput = z
  .strictObject({
    ...InferInput.shape,
    ...{ action, outcome },
    keep: flag('Keep that `from` leads to `to`: each later look works it out anew.'),
    kept: flag('The conclusions that were kept, as they are now, and which have fallen.'),
    ...pageInput('Most statements, conclusions, or kept ones.', 10, 500),
  })
  .refine((asked) => asked.kept || ENDS.some((end) => asked[end] !== undefined), {
    message: 'name `action`, `outcome`, `from`, `to` or `seen`',
    path: ['action'],
  });
export type CausesInput = z.input<typeof CausesInput>;

const causesShape = z.strictObject({
  /** What memories state as causes or effects; null without an action and an outcome. */
  stated: CausalAnswer.nullable(),
  /** What follows from stated causes; null without ends to infer between. */
  inferred: Inference.nullable(),
  /** The conclusion that this call stored, or the stored ones. */
  kept: z.array(KeptConclusion),
  ...pageOutput,
  sequence: z.number(),
});
/** Causes and effects, as stated and as inferred. */
export interface Causes extends Of<typeof causesShape> {}
export const Causes: SchemaOf<Causes, typeof causesShape> = causesShape;

type CauseParts = Parameters<typeof listConclusions>[2];

/**
 * What memories state as cause and effect, and what follows from it; `keep` stores a conclusion. Throws
 * `invalid_input`, `not_found` for a conclusion that does not follow.
 */
export async function causesOf(
  raw: unknown,
  bank: OpenBank,
  parts: CauseParts & Pick<EngineParts, 'store'>,
): Promise<Causes> {
  const asked = parseInput(CausesInput, raw, 'causes');
  const { keep, kept: listed, cursor, ...ends } = asked;
  const { from, to, seen, depth, limit } = ends;
  if (keep) {
    if (from === undefined || to === undefined) throw needsBoth();
    const { sequence, ...made } = await keepConclusion({ from, to, depth }, bank, parts);
    return { stated: null, inferred: null, kept: [made], next: null, sequence };
  }
  const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
  const list = listed ? await listConclusions(page, bank, parts) : { conclusions: [], next: null };
  return {
    stated: await statedOf(ends, bank),
    inferred:
      from === undefined && to === undefined && seen === undefined
        ? null
        : await infer(inferring(ends), bank, parts),
    kept: [...list.conclusions],
    next: list.next,
    sequence: bank.state.sequence,
  };
}

type Ends = Omit<z.output<typeof CausesInput>, 'keep' | 'kept' | 'cursor'>;

async function statedOf(
  { action: done, outcome: came, limit }: Ends,
  bank: OpenBank,
): Promise<CausalAnswer | null> {
  if (done === undefined && came === undefined) return null;
  return queryCauses({ action: done, outcome: came, limit: Math.min(limit, 50) }, bank);
}

const inferring = ({ action: _, outcome: __, ...ends }: Ends): z.input<typeof InferInput> => ends;

const needsBoth = (): MnemeError =>
  new MnemeError('invalid_input', 'causes.keep: a conclusion has two ends.', {
    field: 'causes.keep',
    hint: 'Name `from` and `to`.',
  });
