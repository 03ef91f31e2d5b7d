import { defineModule } from '../module.js';
import { Opinions } from './capability.js';
import { reflectOperation, bankConfigureOperation } from './operations/reflect.js';
import {
  opinionListOperation,
  opinionFindOperation,
  opinionReinforceOperation,
  opinionWeakenOperation,
  opinionContradictOperation,
} from './operations/opinions.js';

/** What follows from many memories: observations, opinions, principles. */
export const reflect = defineModule({
  name: 'reflect',
  facade: { opinions: Opinions },
  operations: {
    reflect: reflectOperation,
    opinion_list: opinionListOperation,
    opinion_find: opinionFindOperation,
    opinion_reinforce: opinionReinforceOperation,
    opinion_weaken: opinionWeakenOperation,
    opinion_contradict: opinionContradictOperation,
    bank_configure: bankConfigureOperation,
  },
});
