import { defineModule } from '../module.js';
import { Devices } from './capability.js';

/** One memory on several machines, over a shared folder. */
export const sync = defineModule({
  name: 'sync',
  facade: { devices: Devices },
});
