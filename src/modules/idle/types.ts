// What programs that embed a memory see of this room.
export type { Dreams } from './capability.js';
export type {
  DreamInput,
  DreamLeaveInput,
  DreamPart,
  DreamReport,
  DreamReportInput,
  DreamSettled,
  DreamSettleInput,
  DreamStop,
} from '../../domain/night.js';
