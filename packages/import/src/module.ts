import { defineModule } from '@mneme/core/modules/module.js';
import { importMethod } from './capability.js';
import { importOperation } from './operations.js';

/** Imports files of other programs as memories. */
export const importing = defineModule({
  name: 'import',
  methods: { import: importMethod },
  operations: {
    import: importOperation,
  },
});
