import { defineModule } from '@mneme/core/modules/module.js';
import { findCopies } from './find-copies.js';

/** Near-copies in other words: joined where nothing is lost by it, asked about where a person should look. */
export const copies = defineModule({ name: 'copies', onIdle: [findCopies] });
