import { asLearned, revise, revised } from '../../bank/learned/revise.js';
import type { EngineParts } from '../../bank/open-bank.js';
import { MnemeError } from '../../domain/errors.js';
import type { BankName } from '../../domain/ids.js';
import { bodyOf, endpointOf, hostOf, type EndpointRecord } from './endpoint.js';

type Parts = Pick<EngineParts, 'store' | 'clock' | 'readOnly'>;

/** Who the journal says switched it. */
const ACTOR = 'webhooks';

/** Nothing is sent to an endpoint any more until a test reaches it. One that was removed meanwhile stays so. */
export const switchOff = (
  bank: BankName,
  endpoint: EndpointRecord,
  why: string,
  parts: Parts,
): Promise<void> => switchTo(bank, endpoint, why, parts);

export const switchOn = (bank: BankName, endpoint: EndpointRecord, parts: Parts): Promise<void> =>
  switchTo(bank, endpoint, null, parts);

async function switchTo(
  bank: BankName,
  { record: { id } }: EndpointRecord,
  why: string | null,
  parts: Parts,
): Promise<void> {
  try {
    await revise(bank, { ...parts, actor: ACTOR }, async (at) => {
      const { record, kept } = await endpointOf(id, bank, parts.store);
      const same = (kept.off === null) === (why === null);
      const next = { ...kept, off: why === null ? null : { at, why } };
      return {
        put: { learned: same ? [] : asLearned([revised(record, bodyOf(next), at)]) },
        verb: 'configure',
        reason: `the webhook to ${hostOf(kept)} is ${why === null ? 'on again' : `off: ${why}`}`,
        answer: () => undefined,
      };
    });
  } catch (error) {
    if (!(MnemeError.is(error) && error.code === 'not_found')) throw error;
  }
}
