import type { CapabilityModule } from '../module.js';
import { KeptCredit } from './kept-credit.js';

type Term = NonNullable<CapabilityModule['terms']>[number];

/** What a memory gains at most, or loses, in logits: as much as votes may move its usefulness. It decides among memories that match alike. */
export const MAX_GAIN = 0.4;

/** What stood in contexts that ended well stands a little higher, what stood in those that ended badly a little lower. */
export const outcomeTerm: Term = {
  name: 'outcome',
  range: [-MAX_GAIN, MAX_GAIN],
  weigh: async (results, { now, profile: { asOf }, ports: { kept } }) => {
    const credits = await kept.of(KeptCredit).at(now, asOf);
    return credits === null
      ? null
      : results.map(({ memory: { id } }) => MAX_GAIN * (credits.of.get(id)?.credit ?? 0));
  },
};
