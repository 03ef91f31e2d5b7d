import { z } from 'zod';
import { Moment } from './memory.js';
import { OwnText } from './texts.js';

export const FactsStatusOutput = z.strictObject({
  on: z.boolean(),
  model: OwnText.nullable(),
  waiting: z.number(),
  reading: z.boolean(),
  read: z.number(),
  claims: z.number(),
  refused: z.number(),
  givenUp: z.number(),
  failures: z.number(),
  reason: OwnText.nullable(),
  nextTry: Moment.nullable(),
  hour: z.strictObject({
    calls: z.number(),
    tokens: z.number(),
    mostCalls: z.number(),
    mostTokens: z.number(),
    endsAt: Moment.nullable(),
  }),
  calls: z.number(),
  tokens: z.number(),
});

export const FactsReportOutput = z.strictObject({
  read: z.number(),
  claims: z.number(),
  refused: z.number(),
  givenUp: z.number(),
  waiting: z.number(),
  stopped: OwnText.nullable(),
});
