// Public types of this module for programs that embed a memory.
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
