import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRIVACY_LEVELS } from '../../domain/privacy.js';
import { findPersonal, redact } from './redact.js';

const standard = (text: string): string => redact(text, 'standard').text;

describe('what each level takes out', () => {
  it('secrets: keys, passwords and cards; the rest stays', () => {
    const text =
      'Use sk-ant-api03-Zq8vN2mK4pL7wX9yB3cD5fG6hJ1kT0rS-uAVeQiOzPlM, card 4111 1111 1111 1111, mail ana@example.com, my password is Tr0ub4dor&3.';
    expect(redact(text, 'secrets')).toEqual({
      text: 'Use [REDACTED:api_key], card [REDACTED:card], mail ana@example.com, my password is [REDACTED:password].',
      counts: { api_key: 1, card: 1, password: 1 },
    });
    expect(redact(text, 'off').text).toBe(text);
    expect(standard(text)).toContain('mail [REDACTED:email],');
  });

  it.each([
    ['Transfer to GB82 WEST 1234 5698 7654 32 today', 'Transfer to [REDACTED:iban] today'],
    [
      'Call me on 0171 2345678 or +46 (0)8 928 571 38.',
      'Call me on [REDACTED:phone] or [REDACTED:phone].',
    ],
    [
      'The server is 192.168.4.17, version 10.4.2.1',
      'The server is [REDACTED:ip], version 10.4.2.1',
    ],
    ['SSN: 460-89-9847', 'SSN: [REDACTED:ssn]'],
    ['date of birth: 24/12/1991', 'date of birth: [REDACTED:birth_date]'],
    [
      'donate to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa please',
      'donate to [REDACTED:crypto_address] please',
    ],
    ['pay 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed now', 'pay [REDACTED:crypto_address] now'],
    ['CPF 529.982.247-25', 'CPF [REDACTED:national_id]'],
    ['We met at 48.85837, 2.29448 yesterday', 'We met at [REDACTED:coordinates] yesterday'],
    [
      "my driver's license number is U6292878",
      "my driver's license number is [REDACTED:driver_licence]",
    ],
    ['Passport no. X1234567 expires', 'Passport no. [REDACTED:passport] expires'],
    [
      'Passport number C01X00T47, Russian паспорт 4509 123456',
      'Passport number [REDACTED:passport], Russian паспорт [REDACTED:passport]',
    ],
    ['電話は090-1234-5678です。内線なし', '電話は[REDACTED:phone]です。内線なし'],
    ['我的手机号是13812345678，谢谢', '我的手机号是[REDACTED:phone]，谢谢'],
    ['मेरा फोन 98765 43210 है', 'मेरा फोन [REDACTED:phone] है'],
    ['Llámame al 612 345 678', 'Llámame al [REDACTED:phone]'],
    ['ｍｙ ｐｈｏｎｅ ＋４４ ２０ ７９４６ ０９５８', 'ｍｙ ｐｈｏｎｅ [REDACTED:phone]'],
    ['PESEL 44051401359, tel. 601 234 567', 'PESEL [REDACTED:national_id], tel. [REDACTED:phone]'],
    ['my NI number is QQ 12 34 56 C', 'my NI number is [REDACTED:national_id]'],
    ['write to tom (at) example (dot) org', 'write to [REDACTED:email]'],
    ['from /home/x/ana.lund@mill.example.md', 'from /home/x/[REDACTED:email].md'],
  ])('standard: %s', (text, expected) => {
    expect(standard(text)).toBe(expected);
  });

  it.each([
    ['a card that fails its check', 'card 4111 1111 1111 1112'],
    ['an account number that fails its check', 'GB82 WEST 1234 5698 7654 33'],
    ['a date and a time', 'On 2024-03-01 at 12:20:39 we sold 12 000 000 units'],
    [
      'a commit and an id',
      'commit 9fceb02d0ae598e95dc970b74767f19372d61af8, run 123e4567-e89b-12d3-a456-426614174000',
    ],
    [
      'code about passwords',
      'const password = readPassword(request.body.password); // password: string',
    ],
    ['a scoped package', 'npm i @types/node@20.1.0'],
    ['files with a version', 'see https://cdn.example/npm/vue@3.4.prod.js and icon@2x.png'],
    [
      'what a password is like',
      'The password is required for login; the old password was wrong, the passphrase is hardcoded.',
    ],
    [
      'other codes',
      'The error code is 4004, the zip code 90210, the door opens at 8, line 12 of the security code review 2024',
    ],
    ['talk of logins', 'login: done / pending; user list 2024, run with -u tom'],
    ['talk about tokens', 'The token budget is 4000 tokens; the secret of good bread is time.'],
  ])('leaves %s', (_, text) => {
    expect(standard(text)).toBe(text);
  });

  it.each([
    [
      "The wifi password is correcthorse, don't tell",
      "The wifi password is [REDACTED:password], don't tell",
    ],
    [
      'the door code is 99431 and the safe combination is 12-34-56',
      'the door code is [REDACTED:password] and the safe combination is [REDACTED:password]',
    ],
    ['cvv 123 exp 04/27', 'cvv [REDACTED:card] exp 04/27'],
    ['Your verification code is 482913.', 'Your verification code is [REDACTED:password].'],
    ['Der Türcode ist 4711#', 'Der Türcode ist [REDACTED:password]'],
    ['login: tom / hunter22', 'login: tom / [REDACTED:password]'],
    [
      'machine api.example login tom password s3same',
      'machine api.example login tom password [REDACTED:password]',
    ],
    [
      'curl -u admin:Zx9kq2! https://x.example',
      'curl -u admin:[REDACTED:password] https://x.example',
    ],
    [
      'see https://hooks.slack.com/services/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',
      'see https://[REDACTED:token]',
    ],
  ])('secrets, whatever the words around them: %s', (text, expected) => {
    expect(redact(text, 'secrets').text).toBe(expected);
  });

  it('strict: people and where they live, too', () => {
    const { text, counts } = redact(
      'Krisztián Szöllösy lives at 24 Clarke Avenue, Bristol. Write to Maria Weber.',
      'strict',
    );
    expect(text).not.toMatch(/Szöllösy|Clarke|Weber/);
    expect(Object.keys(counts).sort()).toEqual(['address', 'name']);
  });
});

describe('numbers that stand glued together', () => {
  it.each([
    ['+49 30 1234567+49 30 1234567', '[REDACTED:phone][REDACTED:phone]'],
    [
      '4111111111111111+49 30 1234567+49 30 1234567',
      '[REDACTED:card][REDACTED:phone][REDACTED:phone]',
    ],
    ['GB82WEST12345698765432+49 30 1234567', '[REDACTED:iban][REDACTED:phone]'],
    ['192.168.0.17+49 30 1234567', '[REDACTED:ip][REDACTED:phone]'],
    ['(415) 555-2671(415) 555-2672', '[REDACTED:phone][REDACTED:phone]'],
    ['4111111111111111(415) 555-2671', '[REDACTED:card][REDACTED:phone]'],
  ])('each of them goes: %s', (text, expected) => {
    expect(redact(text, 'standard').text).toBe(expected);
  });
});

describe('whatever the text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(
      '4111111111111111',
      'ana@example.com',
      '+49 30 1234567',
      'password: ',
      'GB82WEST12345698765432',
      '\n',
      ' at 12 Elm Street, ',
      '192.168.0.1',
      'ghp_',
      '::',
      '(',
      '[REDACTED:card]',
      'İ',
      '1'.repeat(40),
      '-----BEGIN PRIVATE KEY-----',
      'eyJ',
      'secret = "',
    ),
  );
  const text = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''));

  it('findings lie in order within it, none over another, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...PRIVACY_LEVELS), (given, level) => {
        let end = 0;
        for (const { from, to } of findPersonal(given, level)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(given.length);
        // A name may be recognised by its context, so only the lower levels are stable after one pass.
        if (level === 'strict') return;
        const once = redact(given, level).text;
        expect(redact(once, level).text).toBe(once);
      }),
      { numRuns: 400 },
    );
  });
});
