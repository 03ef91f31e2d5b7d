import { defineModule } from '../module.js';
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
  operations: {
    bank_list: bankListOperation,
    bank_delete: bankDeleteOperation,
    bank_restore: bankRestoreOperation,
    reindex: reindexOperation,
    stats: statsOperation,
    doctor: doctorOperation,
  },
});
