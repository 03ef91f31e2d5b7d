import { defineModule } from '../module.js';
import { Opinions, reflectMethod } from './capability.js';
import { reflectOperation, bankConfigureOperation } from './operations/reflect.js';
import { opinionsOperation, opinionWeighOperation } from './operations/opinions.js';
import { FORMER } from './operations/former.js';
import { withoutMoves } from './without-moves.js';

/** What follows from many memories: observations, opinions, principles. */
export const reflect = defineModule({
  name: 'reflect',
  facade: { opinions: Opinions },
  methods: { reflect: reflectMethod },
  onUnlink: async (links, { bank, store }, disposition) =>
    withoutMoves(links, bank, store, disposition),
  operations: {
    reflect: reflectOperation,
    opinions: opinionsOperation,
    opinion_weigh: opinionWeighOperation,
    bank_configure: bankConfigureOperation,
  },
  former: FORMER,
});
