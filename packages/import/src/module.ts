import { defineModule } from '@mneme/core/modules/module.js';
import { importMethod } from './capability.js';
import { importOperation } from './operations.js';

/** Other people's files as memories. */
export const importing = defineModule({
  name: 'import',
  methods: { import: importMethod },
  operations: {
    import: importOperation,
  },
});
