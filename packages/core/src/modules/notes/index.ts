export { findBrokenNotes } from './broken-notes.js';
export { linksInStore } from './links.js';
export { aliasIn } from './find-subject.js';
export { findSubject, isOwnerWord, type FoundSubject } from './find-subject.js';
export {
  dayOf,
  presentAt,
  successorOf,
  validityByNotes,
  validityOfNote,
  type Moment,
} from '../../indexes/note-validity.js';
