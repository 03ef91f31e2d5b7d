import { defineModule } from '../module.js';
import { Curation } from './capability.js';
import {
  logOperation,
  mergeOperation,
  manifestOperation,
  manifestApplyOperation,
  undoOperation,
  diffOperation,
} from './operations/curation.js';
import { updateOperation } from './operations/update.js';
import { forgetOperation, deleteAllOperation, restoreOperation } from './operations/forget.js';

/** Correcting memories: undo, merge, manifest, annotate, forget, lineage. */
export const curate = defineModule({
  name: 'curate',
  facade: { curation: Curation },
  operations: {
    log: logOperation,
    merge: mergeOperation,
    manifest: manifestOperation,
    manifest_apply: manifestApplyOperation,
    update: updateOperation,
    forget: forgetOperation,
    delete_all: deleteAllOperation,
    restore: restoreOperation,
    undo: undoOperation,
    diff: diffOperation,
  },
});
