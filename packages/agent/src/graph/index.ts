export { CausalAnswer, CausalQuery, queryCauses } from './stated-relations.js';
