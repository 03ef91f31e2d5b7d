import { defineModule } from '@mneme/core/modules/module.js';
import { findCopies } from './find-copies.js';

/** Near-duplicates in other words: merged where nothing is lost by it, else a question for a person. */
export const deduplication = defineModule({ name: 'copies', onIdle: [findCopies] });
