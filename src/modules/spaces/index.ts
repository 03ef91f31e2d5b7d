export { fuseRanks } from './rank-fusion.js';
