export { askKey, dismissedQuestions, openQuestions } from './night-state.js';
