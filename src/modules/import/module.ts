import { defineModule } from '../module.js';
import { importOperation } from './operations.js';

/** Other people's files as memories. */
export const importing = defineModule({
  name: 'import',
  operations: {
    import: importOperation,
  },
});
