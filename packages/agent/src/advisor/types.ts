// Public types of this module for programs that embed a memory.
export type { Guidance } from './capability.js';
export type {
  AnswerComparison,
  AnswersInput,
  AnswerState,
  ComparedAnswer,
  ComparedQuestion,
} from './compare-answers.js';
export type { Advice, AdviceInput, AdvisedStep } from './advise.js';
export type {
  CheckInput,
  Checked,
  SentenceChecked,
  SentenceVerdict,
  ToldOfSentence,
} from './check/answer.js';
export type { Pulse } from '@mneme/core/modules/context/index.js';
export type { MemeticStatus } from './status.js';
export type { CurationTask } from '@mneme/core/domain/night.js';
