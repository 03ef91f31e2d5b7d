export { askKey, leftApart, openAsks } from './asks.js';
