import { defineModule } from '../module.js';

/** What is linked with what: paths, neighbourhoods, causes, classes, citations. */
export const graph = defineModule({ name: 'graph' });
