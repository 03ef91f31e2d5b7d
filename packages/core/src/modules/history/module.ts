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
  manifestApplyOperation,
  manifestOperation,
  mergeOperation,
  restoreOperation,
  undoOperation,
  updateOperation,
} from './operations.js';

/** Correcting memories: update, forget, undo, merge, manifest; and the log and diff of changes. */
export const history = defineModule({
  name: 'curate',
  facade: { curation: Curation },
  operations: {
    log: logOperation,
    merge: mergeOperation,
    manifest: manifestOperation,
    update: updateOperation,
    forget: forgetOperation,
    undo: undoOperation,
    diff: diffOperation,
  },
  former: {
    annotate: annotateOperation,
    changes: changesOperation,
    manifest_apply: manifestApplyOperation,
    boost: boostOperation,
    delete_all: deleteAllOperation,
    restore: restoreOperation,
  },
});
