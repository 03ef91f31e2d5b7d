import DATA from '../../../data/models/currency.json' with { type: 'json' };
import type { CurrencyModel } from './currency.js';

/** The shipped currency model: figures only, made by `npm run bench -- fit-currency --dir PATH`. Never edit by hand. */
export const SHIPPED_CURRENCY = DATA as CurrencyModel;
