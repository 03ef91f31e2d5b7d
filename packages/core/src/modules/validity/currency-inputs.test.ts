import { describe, expect, it } from 'vitest';
import { readToldValues, sameSorts } from './currency.js';

describe('sorts of values', () => {
  it('knows what a number counts, which days are named and who or what has a name', () => {
    const told = readToldValues('Rent is 940 euros now, from Tuesday, Ines said so to Kwame.');
    expect([...told.counted].sort()).toEqual(['euros', 'rent']);
    expect(told.dated).toBe(true);
    expect([...told.named].sort()).toEqual(['ines', 'kwame']);
  });

  it('takes no name from how a sentence begins, and no day from a name', () => {
    const told = readToldValues('Monica called. Nothing new.');
    expect([...told.named]).toEqual([]);
    expect(told.dated).toBe(false);
  });

  it('holds texts that count the same, say the same names or days for rivals', () => {
    const before = readToldValues('we have 22 singers, Graham plays on Wednesdays');
    expect(sameSorts(before, readToldValues('27 singers now, thanks to Graham'))).toBe(2);
    expect(sameSorts(before, readToldValues('so from may we meet on mondays'))).toBe(0.5);
    expect(sameSorts(before, readToldValues('the soup was good'))).toBe(0);
  });
});
