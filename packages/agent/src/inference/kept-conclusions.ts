import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { asLearned, firstVersion, nextVersion, revise } from '@mneme/core/bank/learned/revise.js';
import { Inferred } from './conclusion.js';
import { infer, InferInput } from './infer.js';
import { pageOf, parsePageRequest } from '@mneme/core/bank/pages.js';

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
export async function keepConclusion(
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
export async function listConclusions(
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
