import { defineModule } from '../module.js';
import { weigh } from './reward.js';
import { weighedNew, weighRepeats } from './receipt-worth.js';
import { worthOperation } from './operations.js';

/** What it is worth to keep a text, told with every receipt: nothing is refused for it. */
export const steering = defineModule({
  name: 'steering',
  operations: {
    worth: worthOperation,
  },
  onRemember: (fresh) => ({ worth: weigh(weighedNew(fresh)) }),
  openBank: () => ({ afterRemember: weighRepeats }),
});
