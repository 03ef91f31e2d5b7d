import {
  RecordSummaryCache,
  type KeptRecordsOf,
} from '../../../packages/core/src/bank/learned/learned-state.js';
import type { LearnedRecord } from '../../../packages/core/src/domain/learned-record.js';
import type { BankCache } from '../../../packages/core/src/kernel/module.js';
import { defineModule } from '../../../packages/core/src/modules/module.js';

const KEY = 'praise praised by name';

/** Who was praised, and how often, counted off the records of an opened bank. */
class Praised implements BankCache {
  readonly kept = true;
  readonly #records: RecordSummaryCache<ReadonlyMap<string, number>>;

  constructor(opened: KeptRecordsOf) {
    this.#records = new RecordSummaryCache(opened, [KEY], count);
  }

  current(): Promise<ReadonlyMap<string, number>> {
    return this.#records.current();
  }
}

function count(records: readonly LearnedRecord<'module'>[]): ReadonlyMap<string, number> {
  const praised = new Map<string, number>();
  for (const { body } of records) {
    const name = String(body.value['name']);
    praised.set(name, (praised.get(name) ?? 0) + 1);
  }
  return praised;
}

/** A term that weighs by what its module keeps: "Well done, Ana" lifts what Ana said. */
export const praise = defineModule({
  name: 'praise',
  records: ['praised'],
  openBank: (opened) => new Praised(opened),
  onRemember: ({ memory: { content } }) => {
    const name = /^Well done, (\p{L}+)/u.exec(content)?.[1];
    return name === undefined
      ? null
      : { records: [{ type: 'praised', key: 'by name', value: { name } }] };
  },
  terms: [
    {
      name: 'praise',
      range: [0, 4],
      weigh: async (results, { ports: { kept } }) => {
        const praised = await kept.of(Praised).current();
        return praised.size === 0
          ? null
          : results.map(({ memory }) => praised.get(memory.speaker ?? '') ?? 0);
      },
    },
  ],
});
