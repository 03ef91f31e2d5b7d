import { defineModule } from '../../../packages/core/src/modules/module.js';

const TAG = 'pinned';

/** A recall path: what somebody pinned is always looked at, and stands a little higher than its words would put it. */
export const pinned = defineModule({
  name: 'pinned',
  candidates: [
    {
      name: 'pinned',
      find: ({ state: { index } }) =>
        Array.from({ length: index.size }, (_, slot) => slot)
          .filter((slot) => index.tags(slot).includes(TAG))
          .map((slot) => ({ id: index.id(slot), score: 1 })),
    },
  ],
  terms: [
    {
      name: 'pin',
      range: [0, 20],
      weigh: (results) => results.map(({ memory }) => (memory.tags.includes(TAG) ? 20 : 0)),
    },
  ],
});
