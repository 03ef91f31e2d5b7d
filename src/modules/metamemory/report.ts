import { z } from 'zod';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { Interval, Share, type Of, type SchemaOf } from '../../domain/schema.js';
import { MetaMemoryReport, reportMetaMemory } from '../feedback/index.js';
import { failureModesOf, posteriorOf, standingCompetences } from '../world-model/index.js';
import { CreditReport, readCredit, type CreditInput } from '../outcomes/index.js';
import { LearningPriority, learningPriorities } from './priorities.js';

const competenceShape = z.strictObject({
  capability: z.string(),
  domain: z.string(),
  /** Mean of the posterior of its rate of success, 0..1. */
  mean: Share,
  /** 95 % credible interval. */
  interval: Interval,
  /** Tasks that were reported and uses of its field's strategies. */
  samples: z.number(),
  failureModes: z.array(z.strictObject({ mode: z.string(), count: z.number(), share: Share })),
});
/** How well something goes, by all that was told of it. */
export interface TaughtCompetence extends Of<typeof competenceShape> {}
export const TaughtCompetence: SchemaOf<TaughtCompetence, typeof competenceShape> = competenceShape;

const metamemoryShape = z.strictObject({
  ...MetaMemoryReport.shape,
  /** What ends of contexts taught of memories. */
  credit: CreditReport,
  /** How well things go, the best first. */
  competence: z.array(TaughtCompetence),
  /** What is most worth learning next: at most ten, by impact. */
  priorities: z.array(LearningPriority),
});
/** What votes, outcomes and tasks taught the bank of what it knows. */
export interface MetamemoryAnswer extends Of<typeof metamemoryShape> {}
export const MetamemoryAnswer: SchemaOf<MetamemoryAnswer, typeof metamemoryShape> = metamemoryShape;

/** Throws `not_found` for a memory that the bank does not have, `invalid_input`. */
export async function readMetamemory(
  input: CreditInput,
  bank: OpenBank,
  parts: EngineParts,
): Promise<MetamemoryAnswer> {
  const credit = await readCredit(input, bank, parts);
  const book = await bank.learned.current();
  return {
    ...(await reportMetaMemory(bank, parts.store)),
    credit,
    competence: standingCompetences(book)
      .map((competence): TaughtCompetence => {
        const { mean, interval, samples } = posteriorOf(competence.model);
        const { capability, domain } = competence;
        return {
          capability,
          domain,
          mean,
          interval,
          samples,
          failureModes: failureModesOf(competence),
        };
      })
      .sort((a, b) => b.mean - a.mean || (a.capability < b.capability ? -1 : 1)),
    priorities: await learningPriorities(bank, parts),
  };
}
