import { z } from 'zod';

export const EraseOutput = z.strictObject({
  done: z.boolean(),
  names: z.array(z.string()),
  alike: z.array(z.string()),
  shared: z.array(z.string()),
  memories: z.strictObject({
    said: z.number(),
    about: z.number(),
    naming: z.number(),
    derived: z.number(),
  }),
  redacted: z.number(),
  entities: z.number(),
  learned: z.number(),
  sealed: z.number(),
  proof: z
    .strictObject({
      needles: z.number(),
      bytesSearched: z.number(),
      bytesFound: z.number(),
      partsOfOthers: z.number(),
    })
    .nullable(),
  remains: z.array(z.string()),
  sequence: z.number(),
});
