// What programs that embed a memory see of this room.
export type { Dreams } from './capability.js';
export type {
  DreamInput,
  DreamPart,
  DreamAnswer,
  DreamReport,
  DreamReview,
  DreamReportInput,
  DreamSettled,
} from '@mneme/core/domain/night.js';
