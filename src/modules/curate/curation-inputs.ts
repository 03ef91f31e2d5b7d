/** What is needed to declare the operations of curation. */
export { DiffInput } from './diff.js';
export { LogFilter } from './list-log.js';
export { UndoInput } from './undo.js';
