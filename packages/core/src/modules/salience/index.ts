export { nearCopies, readWorth, WorthAnswer, WorthInput } from './read-worth.js';
