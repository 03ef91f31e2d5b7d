import { defineModule } from '../module.js';
import { Opinions } from './capability.js';
import { reflectOperation, bankConfigureOperation } from './operations/reflect.js';
import { opinionsOperation, opinionWeighOperation } from './operations/opinions.js';
import { FORMER } from './operations/former.js';

/** What follows from many memories: observations, opinions, principles. */
export const reflect = defineModule({
  name: 'reflect',
  facade: { opinions: Opinions },
  operations: {
    reflect: reflectOperation,
    opinions: opinionsOperation,
    opinion_weigh: opinionWeighOperation,
    bank_configure: bankConfigureOperation,
  },
  former: FORMER,
});
