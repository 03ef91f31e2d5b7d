export { likeness, readProposition, type Proposition } from './rules.js';
