export { CreditReport, readCredit, type CreditInput } from './read-credit.js';
