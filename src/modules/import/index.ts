export { END, EXPORT_VERSION, HEADER, SINGLE_VERSION, exportLine } from './mneme/export-line.js';
