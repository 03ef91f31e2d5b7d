import type { Bank } from '../../domain/bank.js';
import { useAnswer } from '../state/answer.js';
import { go, linkTo, route } from '../state/route.js';
import { send } from '../state/server.js';
import { T } from '../texts/index.js';

/** Which bank is looked at. */
export function BankChoice() {
  const banks = useAnswer(async () => (await send('GET', '/v1/banks')) as readonly Bank[], []);
  const { bank } = route.value;
  const names = (banks.answer.value.data ?? []).map(({ name }) => name as string);
  const all = names.includes(bank) ? names : [bank, ...names];
  return (
    <label class="field">
      <span class="small muted">{T.shell.bank}</span>
      <select
        class="input"
        value={bank}
        onChange={(event) => go(linkTo('home', { bank: event.currentTarget.value }))}
      >
        {all.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
