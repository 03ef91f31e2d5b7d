import type { LearnedId } from '../../domain/ids.js';
import { defineModule } from '../module.js';
import { CreditCache, MODULE, OUTCOME, outcomeTerm } from './credit.js';
import { outcomeOperation } from './former.js';

/** Credit of memories by the outcomes of the contexts that contained them. */
export const outcomes = defineModule({
  name: MODULE,
  former: { outcome: outcomeOperation },
  records: [OUTCOME],
  openBank: (opened) => new CreditCache(opened),
  terms: [outcomeTerm],
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] =>
      typeof body.value['note'] === 'string' && names(body.value['note']) ? [id] : [],
    ),
});
