import { defineModule } from '../module.js';
import { Curation } from './capability.js';
import {
  annotateOperation,
  boostOperation,
  changesOperation,
  deleteAllOperation,
  diffOperation,
  forgetOperation,
  logOperation,
  mergeOperation,
  restoreOperation,
  undoOperation,
  updateOperation,
} from './operations.js';

/** Correcting memories: update, forget, undo, merge; and the log and diff of changes. */
export const history = defineModule({
  name: 'curate',
  facade: { curation: Curation },
  operations: {
    log: logOperation,
    merge: mergeOperation,
    update: updateOperation,
    forget: forgetOperation,
    undo: undoOperation,
    diff: diffOperation,
  },
  former: {
    annotate: annotateOperation,
    changes: changesOperation,
    boost: boostOperation,
    delete_all: deleteAllOperation,
    restore: restoreOperation,
  },
});
