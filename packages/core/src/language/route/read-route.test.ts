import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REASONING_TYPES } from '../../domain/reasoning.js';
import { PARADIGMS, QUERY_TYPES } from '../../domain/layers.js';
import { foldQuestion } from './cue-table.js';
import { readRoute } from './read-route.js';

describe('the route of a question', () => {
  it.each([
    ['When did Priya move out?', 'temporal', ['when']],
    ['Sometimes the timer sticks', 'factual', []],
    ['Which modules depend on the parser?', 'relational', ['depend on']],
    ['Make a plan for how to move', 'planning', ['make a plan']],
    ['How to move a piano', 'procedural', ['how to']],
    ['Anything pending for Omar?', 'prospective', ['pending']],
    ['What do we know about Omar?', 'meta', ['what do we know']],
    ['What is Omar’s last name?', 'factual', []],
    ['What colour is the shed?', 'factual', []],
    ['remind me what colour the shed is', 'factual', []],
    ['I need to know when Priya moved out', 'temporal', ['when']],
    ['Remind me to ring the vet', 'prospective', ['remind me to']],
    ['whens the party', 'temporal', ["when's"]],
    ['Split the move into smaller tasks', 'planning', ['split the move into smaller tasks']],
    ['Which jobs would fail without the bucket?', 'relational', ['which jobs would fail without']],
    ['Are you able to read Dutch?', 'meta', ['are you able']],
  ] as const)('%s is after %s', (question, type, cues) => {
    expect(readRoute(question).type).toMatchObject({ value: type, cues });
  });

  it.each([
    ["What is the user's preferred language?", ['declarative']],
    ['How do I navigate paginated results?', ['procedural']],
    ['What will happen if I submit this form?', ['predictive']],
    ['Help me complete my project', PARADIGMS],
    ['Am I good at SQL queries?', ['declarative', 'predictive']],
    ['What did we discuss yesterday?', ['declarative']],
    ['billing service', PARADIGMS],
    ['I need to know who owns the billing service', ['declarative']],
    ['Review our plan for the move', ['procedural', 'predictive']],
    ['If the lift fails, which floors are cut off?', ['declarative', 'predictive']],
    ['What must I not forget to buy?', ['predictive']],
  ])('%s is answered by %j', (question, paradigms) => {
    expect(readRoute(question).paradigms.value).toEqual(paradigms);
  });

  it.each([
    ['Why did the boiler break?', 'causal', ['why']],
    ['tell me how long it took', 'descriptive', []],
    ['Tell me how to reset the router', 'procedural', ['tell me how']],
    ['How do I reset the router?', 'procedural', ['how do i']],
    ['How long did it take?', 'descriptive', []],
    ['How old is Marmalade?', 'descriptive', []],
    ['Is Postgres better than SQLite here, and why?', 'comparative', ['better than']],
    ['What was the outcome of the trial?', 'evaluative', ['outcome']],
    ['Where does Marcus work?', 'descriptive', []],
    ['Who did Ana work with?', 'descriptive', []],
    ['Does Mara still work as a nurse?', 'descriptive', []],
    ['Has Tom worked in Berlin?', 'descriptive', []],
    ['Does my sister work for the council?', 'descriptive', []],
    ['Which software company does Ana work for?', 'descriptive', []],
    ['Does it work with Safari?', 'evaluative', ['does it work']],
    ['Does our new pump work for warm water?', 'evaluative', ['does our new pump work']],
    ['Who helped Ana with the move?', 'descriptive', []],
    ['Did Mara pass by the office?', 'descriptive', []],
    ['Did Mara pass the exam?', 'evaluative', ['did mara pass']],
    ['How many more stamps does Ana need?', 'descriptive', []],
    ['Does Mara have more than one cat?', 'descriptive', []],
    ["What were Ben's results in the test?", 'evaluative', ['results']],
    ['Does the pump work?', 'evaluative', ['does the pump work?']],
    ['What are our goals for spring?', 'strategic', ['goals']],
    ['What if we baked it?', 'creative', ['what if we']],
    ['WHY? why!', 'causal', ['why']],
    ['The whys and wherefores', 'descriptive', []],
  ] as const)('%s is %s', (question, reasoning, cues) => {
    expect(readRoute(question).reasoning).toMatchObject({ value: reasoning, cues });
  });

  it('is unclear where nothing is asked, and sure where one cue stands alone', () => {
    expect(readRoute('the garden').paradigms.sure).toBe(0.5);
    expect(readRoute('When did it rain?').type.sure).toBe(1);
    expect(readRoute('When is the deadline?').type.sure).toBe(0.5);
  });

  it('is a route with known values for any text, and the same again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.lorem({ mode: 'sentences' }),
          fc.constantFrom('why '.repeat(2_000), 'what '.repeat(1_000), ', or '.repeat(900)),
        ),
        (text) => {
          const route = readRoute(text);
          expect(QUERY_TYPES).toContain(route.type.value);
          expect(REASONING_TYPES).toContain(route.reasoning.value);
          expect(route.paradigms.value.length).toBeGreaterThan(0);
          expect(PARADIGMS.filter((paradigm) => route.paradigms.value.includes(paradigm))).toEqual(
            route.paradigms.value,
          );
          for (const { sure } of [route.type, route.paradigms, route.reasoning])
            expect(sure >= 0.5 && sure <= 1).toBe(true);
          for (const { cues } of [route.type, route.reasoning])
            for (const cue of cues) expect(foldQuestion(text)).toContain(cue);
          expect(readRoute(text)).toEqual(route);
        },
      ),
    );
  });

  it('does not depend on case, accents, spacing or the sort of apostrophe', () => {
    expect(readRoute('What´s the process for refunds?')).toEqual(
      readRoute("what's the process for refunds?"),
    );
    expect(readRoute('  WHAT’S  the procèss for\nrefunds? ')).toEqual(
      readRoute("what's the process for refunds?"),
    );
  });
});
