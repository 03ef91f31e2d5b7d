export { CreditReport, readCredit, type CreditInput } from './credit.js';
