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
import { forgetOperation } from './operations/forget.js';
import {
  annotateOperation,
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
    manifest_apply: manifestApplyOperation,
    update: updateOperation,
    forget: forgetOperation,
    undo: undoOperation,
    diff: diffOperation,
  },
  former: {
    annotate: annotateOperation,
    boost: boostOperation,
    delete_all: deleteAllOperation,
    restore: restoreOperation,
  },
});
