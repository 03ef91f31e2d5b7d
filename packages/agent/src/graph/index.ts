export { CausalAnswer, CausalQuery, queryCauses } from './query-causes.js';
