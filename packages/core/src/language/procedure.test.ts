import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProcedure } from './instructions.js';

describe('a procedure', () => {
  it.each([
    [
      'Rolling back:\n1. Stop the worker.\n2. Restore the snapshot.\n3. Start it again.',
      'Rolling back',
      ['Stop the worker.', 'Restore the snapshot.', 'Start it again.'],
    ],
    [
      'Steps for the release\n- tag it\n- push the tag',
      'Steps for the release',
      ['tag it', 'push the tag'],
    ],
    [
      'Runbook:\n1. Stop the worker: Ana\n2. Restore the snapshot: Ben',
      'Runbook',
      ['Stop the worker: Ana', 'Restore the snapshot: Ben'],
    ],
    [
      'How to rotate keys: run make keys, then restart the gateway.',
      'rotate keys',
      ['run make keys', 'restart the gateway'],
    ],
    [
      'To bleed a radiator, turn the valve until water comes. Then close it.',
      'bleed a radiator',
      ['turn the valve until water comes', 'close it'],
    ],
    [
      'First drain the node, then patch it, finally put it back.',
      'First drain the node, then patch it, finally put it back.',
      ['drain the node', 'patch it', 'put it back'],
    ],
  ])('%s', (text, name, steps) => {
    expect(readProcedure(text)).toEqual({ name, steps, avoids: [] });
  });

  it.each([
    [
      'To close the shop:\n1. Count the till.\n2. Do not leave cash overnight.\n3. Lock up.',
      ['Count the till.', 'Lock up.'],
      ['Do not leave cash overnight.'],
    ],
    [
      'How to cancel: never phone the call centre; use the web form, then keep the receipt.',
      ['use the web form', 'keep the receipt'],
      ['never phone the call centre'],
    ],
    [
      'First drain the node, then do not reboot it, then patch it.',
      ['drain the node', 'patch it'],
      ['do not reboot it'],
    ],
    ['To restart it, never run kill.', [], ['never run kill']],
    [
      'Schritte:\n1. Den Dienst anhalten\n2. Den Cache nicht löschen',
      ['Den Dienst anhalten'],
      ['Den Cache nicht löschen'],
    ],
  ])('keeps what must not be done apart: %s', (text, steps, avoids) => {
    expect(readProcedure(text)).toMatchObject({ steps, avoids });
  });

  it.each([
    'Who does what:\n1. Cake: me, by Friday.\n2. Music: you.\n3. Book the hall.',
    '1. Tents (Ana)\n2. Stove (Ben and Mia)\n3. Maps — you, next week',
    'First we went to the museum, then we had lunch.',
    'Bought:\n- milk\n- eggs',
    'To be honest, run was my favourite word.',
    'I went to the shop.',
    'The heron nests by the weir.',
    '1. one item only',
    'To me, take or leave it.',
  ])('is not in: %s', (text) => {
    expect(readProcedure(text)).toBeNull();
  });

  it('has a name and a step at least, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc
            .array(
              fc.constantFrom(
                '1. ',
                'how to ',
                'first ',
                'then ',
                ': ',
                '\n',
                'run it',
                ', ',
                '- ',
              ),
              { maxLength: 40 },
            )
            .map((parts) => parts.join('')),
          fc.constant('first do '.repeat(4_000)),
        ),
        (text) => {
          const procedure = readProcedure(text);
          if (procedure === null) return;
          expect(procedure.name.trim()).not.toBe('');
          const said = [...procedure.steps, ...procedure.avoids];
          expect(said.length).toBeGreaterThan(0);
          for (const each of said) expect(text).toContain(each);
        },
      ),
    );
  });
});
