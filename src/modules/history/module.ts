import { defineModule } from '../module.js';
import { Curation } from './capability.js';
import {
  logOperation,
  mergeOperation,
  manifestOperation,
  undoOperation,
  diffOperation,
} from './operations/curation.js';
import { updateOperation } from './operations/update.js';
import { forgetOperation } from './operations/forget.js';
import {
  annotateOperation,
  changesOperation,
  manifestApplyOperation,
  boostOperation,
  deleteAllOperation,
  restoreOperation,
} from './operations/former.js';

/** Correcting memories: undo, merge, manifest, annotate, forget, lineage. */
export const curate = defineModule({
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
