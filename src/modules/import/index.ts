import { defineModule } from '../module.js';

/** Other people's files as memories. */
export const importing = defineModule({ name: 'import' });

export { END, EXPORT_VERSION, HEADER, SINGLE_VERSION, exportLine } from './mneme/export-line.js';
