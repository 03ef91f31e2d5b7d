import { defineModule } from '../module.js';
import { BRANCH } from './branch-record.js';

/** Banks forked, tried on, compared and merged. */
export const branches = defineModule({ name: 'branches', records: [BRANCH] });
