import { defineModule } from '../module.js';
import { MemoryFile } from './file/capability.js';
import { Care } from './capability.js';
import {
  bankListOperation,
  bankDeleteOperation,
  bankRestoreOperation,
  statsOperation,
  doctorOperation,
} from './operations/upkeep.js';
import { reindexOperation } from './operations/reindex.js';

/** Maintenance of a file: doctor, statistics, reindex, backup, export. */
export const care = defineModule({
  name: 'care',
  facade: { file: MemoryFile, care: Care },
  operations: {
    bank_list: bankListOperation,
    bank_delete: bankDeleteOperation,
    bank_restore: bankRestoreOperation,
    reindex: reindexOperation,
    stats: statsOperation,
    doctor: doctorOperation,
  },
});
