import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIntention } from './speech.js';

describe('an intention', () => {
  it.each([
    ['Remind me to water the figs.', 'reminder', 'speaker'],
    ['Don’t forget the vet.', 'reminder', 'speaker'],
    ['TODO: renew the domain', 'task', null],
    ['The report is due on Friday.', 'task', null],
    ['I still need to call the notary.', 'task', 'speaker'],
    ['Omar has to sign the lease.', 'task', { name: 'Omar' }],
    ["I'm going to paint the fence.", 'plan', 'speaker'],
    ['We’ll visit Bergen in May.', 'plan', 'speaker'],
    ['She wants to learn Danish.', 'plan', null],
    ['My dentist appointment was moved.', 'plan', null],
  ] as const)('%s', (text, type, assignee) => {
    expect(readIntention(text)).toMatchObject({ type, assignee });
  });

  it.each([
    'I was going to paint the fence.',
    'You have to see this film!',
    'I had to call the notary.',
    'The service must not log passwords.',
    '[x] TODO: renew the domain',
    'The report is done; it was due on Friday.',
    'The fence is green.',
    'What must the password contain?',
    'I have to say, it was lovely.',
  ])('is not in: %s', (text) => {
    expect(readIntention(text)).toBeNull();
  });

  it('has the priority its words give it', () => {
    const priority = (text: string): number | undefined => readIntention(text)?.priority;
    expect([
      priority('I need to renew it, urgent!'),
      priority('I need to renew it, it is important.'),
      priority('I need to renew it.'),
      priority('I need to renew it someday.'),
    ]).toEqual([1, 0.8, 0.5, 0.3]);
  });

  it('is read off any text within 0..1, with a cue of the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.lorem({ mode: 'sentences' }),
          fc.constant('I need to '.repeat(3_000)),
        ),
        (text) => {
          const intention = readIntention(text);
          if (intention === null) return;
          expect(text).toContain(intention.cue);
          expect(intention.priority > 0 && intention.priority <= 1).toBe(true);
        },
      ),
    );
  });
});
