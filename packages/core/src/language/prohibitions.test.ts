import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forbiddenNames, forbids, readInstruction } from './instructions.js';

describe('a prohibition', () => {
  it.each([
    'Please never restart it',
    'DO NOT PHONE',
    'don’t force-push',
    'Under no circumstances open the valve.',
    'No smoking in the shed',
    'Not to be opened',
    'Make sure not to phone them',
    'The seal must not be broken',
    'Phoning is not allowed',
    'Den Cache nicht löschen',
    'Rufen Sie den Kunden nie an',
    'Ne pas toucher au cache',
    'No toques el motor',
    'Non aprire la valvola',
    'カバーを開けないでください',
    '不要打电话',
  ])('%s', (text) => {
    expect(forbids(text)).toBe(true);
    expect(readInstruction(text)).toEqual({ steps: [], avoids: [text] });
  });

  it.each([
    'Do not forget to lock up',
    'Check that it does not run',
    'If it does not start, restart it',
    'No later than five, close the till',
    'Neu starten, falls er nicht läuft',
    'N’oubliez pas de redémarrer',
    'Restart the worker, never the master',
    'Write a note',
  ])('is not: %s', (text) => {
    expect(readInstruction(text)).toEqual({ steps: [text], avoids: [] });
  });

  it('ends where what to do instead begins', () => {
    expect(readInstruction('Do not phone the customer; write an e-mail.')).toEqual({
      steps: ['write an e-mail.'],
      avoids: ['Do not phone the customer;'.slice(0, -1)],
    });
    expect(readInstruction('Avoid the old runner, but keep its logs')).toEqual({
      steps: ['keep its logs'],
      avoids: ['Avoid the old runner'],
    });
    // The words after the comma may be prohibited as well.
    expect(readInstruction('Never phone, text or visit them').steps).toEqual([]);
  });

  it('loses no word of a step, whatever the text', () => {
    fc.assert(
      fc.property(
        fc
          .array(
            fc.constantFrom('never ', 'call', '; ', ', but ', ' - ', '. ', 'nicht ', '\n', 'x'),
          )
          .map((parts) => parts.join('')),
        (text) => {
          const { steps, avoids } = readInstruction(text);
          for (const each of [...steps, ...avoids]) expect(text).toContain(each);
        },
      ),
    );
  });
});

describe('names that a text forbids', () => {
  it.each([
    ['Look it up with get_order, and never call delete_order.', ['delete_order']],
    ['Do not use delete_order; use cancel_order instead.', ['delete_order']],
    ['Do not call delete_order before get_order.', []],
    ['Never call delete_order first. Once confirmed, call delete_order.', []],
  ])('%s', (text, names) => {
    expect(forbiddenNames(text, ['get_order', 'delete_order', 'cancel_order'])).toEqual(names);
  });
});
