import { defineModule } from '../module.js';
import { MemoryFile } from './file/capability.js';
import { Care } from './capability.js';
import { SnapshotAtRest } from './snapshot-at-rest.js';
import {
  bankDeleteOperation,
  bankListOperation,
  bankRestoreOperation,
  banksOperation,
  doctorOperation,
  reindexOperation,
  statsOperation,
} from './operations.js';

/** Maintenance of a file: doctor, statistics, reindex, backup, export. */
export const maintenance = defineModule({
  name: 'care',
  facade: { file: MemoryFile, care: Care },
  openBank: (opened) => new SnapshotAtRest(opened),
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
