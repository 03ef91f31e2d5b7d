/** What doors need of curation, to declare its operations. */
export { DiffInput } from '../curate/diff.js';
export { LogFilter } from '../curate/list-log.js';
export { UndoInput } from '../curate/undo.js';
