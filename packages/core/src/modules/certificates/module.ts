import { defineModule } from '../module.js';

/** Signed accounts of erasures and exports, verifiable without the bank. */
export const certificates = defineModule({ name: 'certificates' });
