import { definedOnly } from '../../domain/defined-only.js';
import { takeUser, bankOfUser } from '../../domain/user-bank.js';

/** What a request asks, and of which bank. */
export interface AskedBank {
  readonly bank: string;
  /** Address and body without the user that they name. */
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The bank of a request: where address or body name a user, it is theirs. Throws `invalid_input`. */
export function askedBank(
  bank: string,
  url: string,
  body: Readonly<Record<string, unknown>> = {},
): AskedBank {
  const query = new URL(url).searchParams;
  const inAddress = query.get('userId') ?? query.get('user_id') ?? undefined;
  for (const name of ['userId', 'user_id']) query.delete(name);
  const { userId: inBody, rest } = takeUser(body);
  const { userId } = takeUser(definedOnly({ userId: inBody, user_id: inAddress }));
  return { bank: bankOfUser(bank, userId), query, body: rest };
}
