import { defineModule } from '../module.js';

/** Other people's files as memories. */
export const importing = defineModule({ name: 'import' });

export { END, EXPORT_VERSION, HEADER, exportLine } from './mneme/export-line.js';
