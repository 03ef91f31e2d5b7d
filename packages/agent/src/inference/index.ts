export { likeness, readProposition, type Proposition } from './proposition.js';
