// Spaces hash their features with it; the judge of causes, a floor below, does so too.
export { hashText } from '../language/hash-text.js';
