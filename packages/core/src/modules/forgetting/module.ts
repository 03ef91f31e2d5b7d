import { defineModule } from '../module.js';
import { forgetAsAsked } from './forget-as-asked.js';

/** Carries out requests to forget, in conversation and in notes. */
export const forgetting = defineModule({ name: 'forgetting', onRemember: forgetAsAsked });
