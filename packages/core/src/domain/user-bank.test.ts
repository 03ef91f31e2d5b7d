import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BankName } from './ids.js';
import { splitBankName, coversBank, takeUser, userBank } from './user-bank.js';

const anId = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
  fc.constantFrom(
    'alice',
    'Alice',
    'alice@example.org',
    '=41',
    'A',
    ' ',
    '\u0000',
    '\uFEFFalice',
    'é',
    'e\u0301',
    '@',
    'a@b@c',
    '用户',
    '💥'.repeat(128),
  ),
);

describe('the bank of a user', () => {
  it('tells bank and user without loss, whatever characters the id has', () => {
    fc.assert(
      fc.property(fc.constantFrom('default', 'team', 'größe'), anId, (bank, id) => {
        const name = userBank(bank, id);
        expect(BankName.safeParse(name).success).toBe(true);
        expect(splitBankName(name)).toEqual({ bank, userId: id });
      }),
    );
  });

  it('is of one user alone, and no bank that somebody names', () => {
    fc.assert(
      fc.property(anId, anId, (one, other) => {
        expect(userBank('default', one) === userBank('default', other)).toBe(one === other);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/), (name) => {
        expect(splitBankName(name).userId).toBeNull();
      }),
    );
  });

  it('has one spelling: a name that spells its user otherwise is refused', () => {
    for (const name of ['default@=41', 'default@%41', 'default@', 'default@a@b', '@a', 'default@é'])
      expect(BankName.safeParse(name).success, name).toBe(false);
  });

  it('refuses what is no id, and a user within a user', () => {
    for (const id of ['', 'x'.repeat(257), '\ud800', 7, null])
      expect(() => userBank('default', id)).toThrow(/userId/);
    expect(() => userBank('default@alice', 'bob')).toThrow(/alice's alone/);
    expect(userBank('default@alice', 'alice')).toBe('default@alice');
  });

  it('is opened by who may open the bank it is in, or it alone', () => {
    expect(coversBank(null, 'team@alice')).toBe(true);
    expect(coversBank(['team'], 'team@alice')).toBe(true);
    expect(coversBank(['team@alice'], 'team@alice')).toBe(true);
    expect(coversBank(['team@alice'], 'team')).toBe(false);
    expect(coversBank(['team@alice'], 'team@bob')).toBe(false);
    expect(coversBank(['tea'], 'team@alice')).toBe(false);
  });

  it('is what a call names, in either spelling, and no two', () => {
    expect(takeUser({ query: 'q', user_id: 'a' })).toEqual({ userId: 'a', rest: { query: 'q' } });
    expect(() => takeUser({ userId: 'a', user_id: 'b' })).toThrow(/two users/);
  });
});
