import { z } from 'zod';
import { LearnedId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import {
  emptyCompetence,
  failureModesOf,
  posteriorOf,
  tallyOf,
  withUses,
} from '../foresight/index.js';
import type { OpenBank } from '../../bank/core.js';
import { Draft } from '../../bank/learned/draft.js';
import { revise, type LearningParts } from '../../bank/learned/revise.js';
import { competenceKey } from '../../bank/learned/sightings.js';
import { type Of, type SchemaOf, Share, Interval } from '../../domain/schema.js';

export const SyncInput = z.strictObject({
  domain: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Only this field. Default: all in which strategies were used.'),
});
export type SyncInput = z.input<typeof SyncInput>;

const syncedCompetenceShape = z.strictObject({
  id: LearnedId,
  domain: z.string(),
  /** Uses of its strategies in total, and those not counted before. */
  applications: z.number(),
  added: z.number(),
  mean: Share,
  interval: Interval,
  failureModes: z.array(
    z.strictObject({
      mode: z.string(),
      count: z.number(),
      share: Share,
    }),
  ),
});
export interface SyncedCompetence extends Of<typeof syncedCompetenceShape> {}
export const SyncedCompetence: SchemaOf<SyncedCompetence, typeof syncedCompetenceShape> =
  syncedCompetenceShape;

const syncReportShape = z.strictObject({
  domains: z.array(SyncedCompetence),
  sequence: z.number(),
});
export interface SyncReport extends Of<typeof syncReportShape> {}
export const SyncReport: SchemaOf<SyncReport, typeof syncReportShape> = syncReportShape;

/** Adds the results of each field's strategies to the competence in that field. A second run adds nothing. */
export function syncCompetence(
  raw: unknown,
  bank: OpenBank,
  parts: LearningParts,
): Promise<SyncReport> {
  const { domain: only } = parseInput(SyncInput, raw, 'sync');
  return revise(bank.name, parts, async (at) => {
    const book = await bank.learned.current();
    const draft = new Draft(book, at, parts.newId);
    const strategies = book.all('strategy').map(({ body }) => body);
    const domains = [...new Set(strategies.map(({ domain }) => domain))].filter(
      (domain) => only === undefined || domain === only,
    );
    const synced = domains.flatMap((domain): SyncedCompetence[] => {
      const tally = tallyOf(strategies.filter((strategy) => strategy.domain === domain));
      if (tally.applications === 0) return [];
      const key = competenceKey(domain);
      const standing = draft.under('competence', key);
      const before = standing?.body ?? emptyCompetence(domain, domain);
      const after = withUses(before, tally);
      const record =
        after === before && standing !== undefined
          ? standing
          : draft.change('competence', key, () => after);
      const { mean, interval, samples } = posteriorOf(after.model);
      return [
        {
          id: record.id,
          domain,
          applications: tally.applications,
          added: samples - posteriorOf(before.model).samples,
          mean,
          interval,
          failureModes: failureModesOf(after),
        },
      ];
    });
    const { put } = draft.decision('learn', '', () => null);
    return {
      put,
      verb: 'learn',
      reason: `counted the uses of strategies of ${synced.length} fields`,
      answer: (sequence) => ({ domains: synced, sequence }),
    };
  });
}
