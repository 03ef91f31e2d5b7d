import { defineModule } from '../module.js';
import { forgetAsAsked } from './forget-as-asked.js';

/** Requests to forget, in talk and in notes. */
export const forgetting = defineModule({ name: 'forgetting', onRemember: forgetAsAsked });
