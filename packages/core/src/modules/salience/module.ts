import { defineModule } from '../module.js';
import { weigh } from './reward.js';
import { weighedNew, weighRepeats } from './read-worth.js';
import { worthOperation } from './operations.js';

/** Weighs how much a text is worth keeping, reported with every receipt; nothing is refused for it. */
export const salience = defineModule({
  name: 'steering',
  operations: {
    worth: worthOperation,
  },
  onRemember: (fresh) => ({ worth: weigh(weighedNew(fresh)) }),
  openBank: () => ({ afterRemember: weighRepeats }),
});
