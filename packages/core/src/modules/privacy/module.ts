import { defineModule } from '../module.js';
import { Privacy } from './capability.js';
import {
  eraseOperation,
  quarantineListOperation,
  quarantineOperation,
  quarantineRejectOperation,
  quarantineReleaseOperation,
  revealOperation,
} from './operations.js';

/** Quarantine, redaction and erasure. */
export const privacy = defineModule({
  name: 'privacy',
  facade: { privacy: Privacy },
  operations: {
    erase: eraseOperation,
    quarantine: quarantineOperation,
    reveal: revealOperation,
  },
  former: {
    quarantine_list: quarantineListOperation,
    quarantine_release: quarantineReleaseOperation,
    quarantine_reject: quarantineRejectOperation,
  },
});
