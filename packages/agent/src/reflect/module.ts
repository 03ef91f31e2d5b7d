import { defineModule } from '@mneme/core/modules/module.js';
import { Opinions, reflectMethod } from './capability.js';
import {
  bankConfigureOperation,
  FORMER,
  opinionsOperation,
  reflectOperation,
} from './operations.js';
import { withoutMoves } from './move-opinion.js';

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
    bank_configure: bankConfigureOperation,
  },
  former: FORMER,
});
