import { defineModule } from '../module.js';

/** Signed accounts of erasures and exports, which are checked without the bank. */
export const certificates = defineModule({ name: 'certificates' });
