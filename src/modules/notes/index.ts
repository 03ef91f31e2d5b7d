export { linksInStore } from './links-in-store.js';
export { aliasIn } from './also-called.js';
export { findSubject, isOwnerWord, type FoundSubject } from './find-subject.js';
export {
  dayOf,
  presentAt,
  successorOf,
  validityByNotes,
  validityOfNote,
  type Moment,
} from '../../indexes/note-validity.js';
