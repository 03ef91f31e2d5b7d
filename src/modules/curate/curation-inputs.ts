/** What doors need of curation, to declare its operations. */
export { DiffInput } from './diff.js';
export { LogFilter } from './list-log.js';
export { UndoInput } from './undo.js';
