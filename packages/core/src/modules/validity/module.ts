import { type FusionModel, SHIPPED_MODEL } from '../../recall/ranking/fusion-model.js';
import { defineModule } from '../module.js';
import { Validity } from './capability.js';
import { contradict } from './contradictions.js';
import { type CurrencyModel, weighCurrency } from './currency.js';
import { SHIPPED_CURRENCY } from './shipped-currency.js';
import { holdsFirst, leadWithClaims } from './order-by-validity.js';
import {
  conflictsOperation,
  resolveOperation,
  unresolveOperation,
  circlesOperation,
} from './operations.js';

/** Weight of the comparison if notes determine validity: it only uses the words of single turns. */
const BESIDE_NOTES = 0.5;

/** The module with another currency model, for fusions other than the shipped one. */
export function validityBy(currencyFor: (fusion: FusionModel) => CurrencyModel | null) {
  return defineModule({
    name: 'validity',
    facade: { validity: Validity },
    operations: {
      conflicts: conflictsOperation,
      resolve: resolveOperation,
    },
    former: { unresolve: unresolveOperation, circles: circlesOperation },
    onRemember: contradict,
    terms: [
      {
        name: 'currency',
        range: [-100, 100],
        weigh: (results, { understanding, state: { index, notes }, ports: { model } }) =>
          scaled(
            notes.size > 0 ? BESIDE_NOTES : 1,
            weighCurrency(results, { understanding, index }, currencyFor(model)),
          ),
      },
    ],
    constraints: [
      { name: 'validity', on: 'ranking', order: holdsFirst },
      { name: 'claims', on: 'answer', order: leadWithClaims },
    ],
  });
}

/** Claims, contradictions and validity. The currency model was fitted on the logits of the shipped fusion. */
export const validity = validityBy((fusion) =>
  fusion === SHIPPED_MODEL ? SHIPPED_CURRENCY : null,
);

function scaled(share: number, gains: readonly number[] | null): readonly number[] | null {
  return share === 1 || gains === null ? gains : gains.map((gain) => share * gain);
}
