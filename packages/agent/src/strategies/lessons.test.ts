import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionPhrase, gerund, sortOfAction } from '@mneme/core/language/strategy-wording.js';
import { contrast } from './action-lessons.js';
import { extractLessons } from './extract-lessons.js';
import { isRefusal, refusalOf, taskPhrase } from './abstraction.js';
import type { Run } from './run.js';

let numbered = 0;

/** `a b! c`: moves by name, refused ones with the reason after the mark. */
function run(
  task: string,
  good: boolean | null,
  moves: string,
  query = 'I need to renew the licence of AB123.',
): Run {
  return {
    id: `t_${String(numbered++).padStart(13, '0')}` as Run['id'],
    task,
    query,
    domain: 'office',
    good,
    failureReason: null,
    moves: moves.split(' ').map((move) => {
      const [action = '', reason] = move.split('!');
      return {
        action,
        sort: sortOfAction(action),
        arguments: { form: reason === undefined ? 'new' : 'old' },
        refusal: reason === undefined ? null : reason.replaceAll('_', ' '),
      };
    }),
  };
}

const lessons = (...runs: Run[]) =>
  extractLessons('office', runs, new Set(runs.map(({ id }) => id)));

describe('what is read off runs', () => {
  it('is what those that went well did first and those that failed did not', () => {
    const found = lessons(
      run('a', true, 'get_file check_fees pay_fee'),
      run('a', true, 'check_fees get_file pay_fee'),
      run('a', false, 'get_file pay_fee'),
      run('a', false, 'get_file pay_fee check_fees'),
    );
    expect(found[0]).toMatchObject({
      title: 'Check the fees before you pay the fee',
      fromSuccess: true,
      level: 'task',
      actions: ['check_fees', 'pay_fee'],
      support: { for: 2, against: 0 },
    });
    expect(found[0]?.content).toContain('2 of 2 runs that did so reached the goal, against 0 of 2');
  });

  it('goes by the name of the task where each run asks for something of its own', () => {
    const told = (task: string) =>
      ['users', 'orders', 'carts', 'logs'].map((table, at) =>
        run(task, at < 2, at < 2 ? 'check_fees pay_fee' : 'pay_fee', `Migrate the ${table}.`),
      );
    expect(lessons(...told('migrate a table'))[0]?.content).toMatch(
      /^When asked to migrate a table,/,
    );
    expect(lessons(...told('task-17'))[0]?.content).toMatch(/^When asked to migrate the users,/);
  });

  it('is what was better left, with what was done instead', () => {
    const found = lessons(
      run('a', false, 'cancel_order'),
      run('a', false, 'get_order cancel_order'),
      run('a', true, 'get_order escalate_case'),
      run('a', true, 'get_order escalate_case'),
    );
    const warning = found.find(
      ({ fromSuccess, actions }) => !fromSuccess && actions.includes('cancel_order'),
    );
    expect(warning?.title).toBe(
      'Do not cancel the order just because it is asked for: check that it is allowed',
    );
    expect(warning?.content).toContain('escalate the case instead');
  });

  it('is how a refusal was got over, and whether it should have been', () => {
    const over = lessons(
      run('a', true, 'file_form!form_is_outdated get_form file_form'),
      run('a', true, 'file_form!form_is_outdated get_form file_form'),
    );
    expect(over.find(({ failureModes }) => 'form is outdated' in failureModes)).toMatchObject({
      title: 'Get the form right before you file the form, or it is refused: “form is outdated”',
      fromSuccess: true,
    });
    const pushed = lessons(
      run('a', false, 'file_form!not_allowed file_form'),
      run('a', false, 'file_form!not_allowed file_form'),
      run('a', true, 'file_form!not_allowed tell'),
    );
    expect(pushed.find(({ failureModes }) => 'not allowed' in failureModes)).toMatchObject({
      title: 'Take “not allowed” as a no when you file the form',
      fromSuccess: false,
    });
  });

  it('holds across tasks only by comparing each task with itself', () => {
    // All runs of the easy task look something up, none of the hard one do: the difference is due
    // to the task, not to the lookup.
    const easy = Array.from({ length: 5 }, (_, at) =>
      run(`easy ${at}`, true, 'get_file pay_fee', 'I want to pay.'),
    );
    const hard = Array.from({ length: 5 }, (_, at) =>
      run(`hard ${at}`, false, 'pay_fee', 'I want to appeal.'),
    );
    expect(
      lessons(...easy, ...hard).filter(
        ({ level, weight, title }) =>
          level === 'domain' && weight > 0.6 && title.includes('before'),
      ),
    ).toEqual([]);
  });

  it('keeps to three of a task, names no case, and stays the same when it is learned again', () => {
    const runs = [
      run('a', true, 'get_file check_fees pay_fee send_mail'),
      run('a', false, 'pay_fee!error_one pay_fee!error_one pay_fee!error_one'),
      run('a', false, 'delete_file!error_two pay_fee'),
      run('a', false, 'send_mail!error_three'),
    ];
    const found = lessons(...runs);
    expect(found.length).toBeLessThanOrEqual(3);
    expect(JSON.stringify(found)).not.toContain('AB123');
    expect(lessons(...runs).map(({ signature }) => signature)).toEqual(
      found.map(({ signature }) => signature),
    );
  });

  it('asks for a yes just before what it is asked for, and not as the last thing', () => {
    const asked = run('a', true, 'confirm get_file confirm pay_fee', 'I need to pay the fee.');
    expect(lessons(asked, { ...asked, id: 't_0' as Run['id'] }).at(-1)?.title).toBe(
      'How to pay the fee: get the file, ask for a clear yes, and then pay the fee',
    );
    const left = run('a', true, 'get_file get_rules confirm', 'I need to pay the fee.');
    expect(lessons(left, { ...left, id: 't_0' as Run['id'] }).at(-1)?.title).toBe(
      'How to pay the fee: get the file, then get the rules',
    );
  });

  it('names an argument as a person would', () => {
    const paid = (card: string, refusal: string | null) => ({
      action: 'pay_fee',
      sort: sortOfAction('pay_fee'),
      arguments: { payment_id: card },
      refusal,
    });
    const tried = (number: number): Run => ({
      ...run('a', true, 'get_file'),
      id: `t_${number}` as Run['id'],
      moves: [paid('one', 'card expired'), paid('two', null)],
    });
    expect(lessons(tried(1), tried(2)).map(({ title }) => title)).toContain(
      'Get the payment right before you pay the fee, or it is refused: “card expired”',
    );
  });

  it('gives no advice of which it cannot say when it holds', () => {
    const unnamed = (good: boolean, moves: string) =>
      run('a', good, moves, 'The printer is on fire.');
    expect(
      lessons(
        unnamed(true, 'get_file call_help'),
        unnamed(true, 'get_file call_help'),
        unnamed(false, 'get_file'),
        unnamed(false, 'get_file'),
      ),
    ).toEqual([]);
  });

  it('says of one refusal what many runs tell, not what few do', () => {
    const through = (task: string, query: string) =>
      run(task, true, 'send_form!no_such_form get_list send_form', query);
    const found = lessons(
      through('a', 'I need to renew the licence.'),
      through('a', 'I need to renew the licence.'),
      ...['b', 'c', 'd'].flatMap((task) => [
        run(
          task,
          false,
          'send_form!no_such_form get_list send_form',
          `I need to file claim ${task}.`,
        ),
        run(task, true, 'send_form!no_such_form', `I need to file claim ${task}.`),
      ]),
    );
    expect(found.filter(({ failureModes }) => Object.keys(failureModes).length > 0)).toHaveLength(
      1,
    );
  });

  it('says nothing of runs whose end nobody knows', () => {
    expect(lessons(run('a', null, 'get_file pay_fee'), run('a', null, 'pay_fee'))).toEqual([]);
  });
});

describe('the words of advice', () => {
  it.each([
    ['get_user_details', 'get the user details', 'getting the user details'],
    ['search_direct_flight', 'search direct flights', 'searching direct flights'],
    ['bookReservation', 'book the reservation', 'booking the reservation'],
    ['transfer_to_human_agents', 'transfer to human agents', 'transferring to human agents'],
    ['update_address', 'update the address', 'updating the address'],
    ['calculate', 'work out the figures', 'working out the figures'],
  ])('%s is “%s”, “%s”', (action, phrase, doing) => {
    expect(actionPhrase(action)).toBe(phrase);
    expect(gerund(phrase)).toBe(doing);
  });

  it.each([
    ["Hi! I'm looking to book a flight from New York to Seattle on May 20th.", 'book a flight'],
    [
      'I need to cancel my flights under reservation ID SI5UKW. Can you help?',
      'cancel the flights',
    ],
    ['Could you please reset the password of jo@example.org?', 'reset the password'],
    ['I was hoping to make a few changes to my trip.', ''],
    ['The printer is on fire.', ''],
  ])('%s: %s', (query, phrase) => {
    expect(taskPhrase(query)).toBe(phrase);
  });

  it.each([
    [
      'Error: payment amount does not add up, total price is 305, but paid 255',
      'payment amount does not add up',
    ],
    ['Error: flight HAT223 not available on date 2024-05-14', 'flight not available'],
    ['{"error": "no such user"}', null],
    ['452.0', null],
    ['200 rows', null],
    ['404 Not Found', null],
  ])('%s is refused for “%s”', (observation, reason) => {
    expect(isRefusal(observation)).toBe(!/^(?:452|200)/.test(observation));
    if (reason !== null) expect(refusalOf(observation)).toBe(reason);
  });
});

it('a contrast counts each run once, and turns its sign with what is asked', () => {
  const runs = fc.array(
    fc.record({ task: fc.constantFrom('a', 'b'), good: fc.boolean(), did: fc.boolean() }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(runs, (drawn) => {
      const made = drawn.map(({ task, good, did }) => run(task, good, did ? 'x' : 'y'));
      const one = contrast(made, ({ moves }) => moves[0]?.action === 'x');
      const other = contrast(made, ({ moves }) => moves[0]?.action === 'y');
      expect(one.did + one.others).toBeLessThanOrEqual(drawn.length);
      expect(one.didWell).toBeLessThanOrEqual(one.did);
      expect(one.weight).toBeCloseTo(-other.weight, 10);
    }),
  );
});
