import { defineModule } from '../module.js';

/** Connections: paths, neighbourhoods, causes, classes, citations. */
export const graph = defineModule({ name: 'graph' });
