export { hashText } from '../language/hash-text.js';
