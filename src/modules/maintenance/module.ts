import { defineModule } from '../module.js';
import { MemoryFile } from './file/capability.js';
import { Care } from './capability.js';
import { bankListOperation, bankRestoreOperation } from './operations/former.js';
import {
  bankDeleteOperation,
  banksOperation,
  doctorOperation,
  statsOperation,
} from './operations/upkeep.js';
import { reindexOperation } from './operations/reindex.js';

/** Maintenance of a file: doctor, statistics, reindex, backup, export. */
export const care = defineModule({
  name: 'care',
  facade: { file: MemoryFile, care: Care },
  operations: {
    banks: banksOperation,
    bank_delete: bankDeleteOperation,
    reindex: reindexOperation,
    stats: statsOperation,
    doctor: doctorOperation,
  },
  former: {
    bank_list: bankListOperation,
    bank_restore: bankRestoreOperation,
  },
});
