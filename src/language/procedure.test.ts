import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProcedure } from './procedure.js';

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
    expect(readProcedure(text)).toEqual({ name, steps });
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
          expect(procedure.steps.length).toBeGreaterThan(0);
          for (const step of procedure.steps) expect(text).toContain(step);
        },
      ),
    );
  });
});
