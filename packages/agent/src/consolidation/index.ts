export { askKey, dismissedQuestions, openQuestions } from './asks.js';
