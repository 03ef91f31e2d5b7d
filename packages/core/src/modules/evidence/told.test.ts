import { describe, expect, it } from 'vitest';
import { renderTold } from './view.js';
import { openTestMemory, START } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const DAY = 86_400_000;

async function deployer(): Promise<Mneme> {
  const { memory } = await openTestMemory();
  const said = [
    'We deployed the gateway on Friday evening and it broke again, rolled back after ten minutes.',
    'Deployed the gateway on Tuesday morning, went out fine, no errors.',
    'The gateway was slow because the connection pools were cold.',
    'I think RabbitMQ is a pain, I would throw it into the harbour.',
    "I'm going to run the half marathon in Magog in September.",
    'The half marathon is cancelled for me, my knee is bad.',
    'Ana keeps bees behind the house.',
  ];
  for (const [at, content] of said.entries())
    await memory.remember({ content, speaker: 'Tom', saidAt: START - (20 - at) * DAY });
  return memory;
}

describe('what was said of a matter', () => {
  it('is what every verb answers from', async () => {
    const memory = await deployer();
    const asked = await memory.recall({ query: 'deploy the gateway on a Friday evening' });
    const { told: foretold } = await memory.foresight.foretell({
      actions: ['deploy the gateway on a Friday evening'],
    });
    const advice = await memory.foresight.foretell({
      actions: ['deploy the gateway on a Friday evening'],
    });
    const { text } = await memory.paradigms.synthesise('deploy the gateway on a Friday evening');
    const first = asked.results[0]?.content ?? '';
    expect(first).toContain('broke again');
    expect(foretold.lines[0]).toMatchObject({ text: first, went: 'badly' });
    expect(advice.told.lines[0]?.text).toBe(first);
    expect(advice.rationale).toContain(first);
    expect(advice.chance?.mean).toBeLessThan(0.6);
    expect(text).toContain(first);
    const { stated } = await memory.graph.causes({ outcome: 'the gateway was slow' });
    const told = stated!.told;
    expect(told.lines[0]?.text).toContain('connection pools were cold');
  });

  it('has the day of whoever spoke', async () => {
    const { memory } = await openTestMemory();
    const content = 'Deployed the gateway on Sunday evening, went out fine, no errors.';
    const saidAt = '2026-11-15T20:30:00-04:00';
    const { id } = await memory.remember({ content, speaker: 'Tom', saidAt });
    await memory.remember({
      content: 'Deploying the gateway on a Sunday evening went well.',
      note: { about: 'gateway', aspect: 'deployment', value: 'went well', turns: [id] },
    });
    const { told } = await memory.foresight.foretell({ actions: ['deploy the gateway'] });
    expect(told.lines.length).toBeGreaterThan(0);
    for (const line of renderTold(told.lines)) expect(line).toContain('15 Nov 2026');
  });

  it('tells what people think, and what became of their plans, without a reflection before it', async () => {
    const memory = await deployer();
    const { opinions, told } = await memory.opinions.list({ about: 'RabbitMQ' });
    expect(opinions).toEqual([]);
    expect(told?.lines[0]?.text).toContain('harbour');
    const { told: plans } = await memory.goals.list({ about: 'the half marathon in Magog' });
    expect(plans?.lines.slice(0, 2).map(({ state }) => state)).toEqual(['dropped', 'open']);
    const brief = await memory.brief({ about: 'the half marathon' });
    expect(brief.parts).toEqual(['told']);
    expect(brief.text).toContain('my knee is bad');
    expect(brief.text).not.toContain('bees');
  });

  it('is told by notes, and how it went as their reader understood it', async () => {
    const { memory } = await openTestMemory();
    const turn = await memory.remember({
      content: 'friday: gateway out at five. well, that was an evening',
      speaker: 'Tom',
    });
    const note = {
      about: 'the gateway',
      aspect: 'deployment',
      value: 'on a Friday evening',
      turns: [turn.id],
    };
    await memory.remember({
      content: 'Tom deployed the gateway on a Friday evening.',
      note: { ...note, outcome: { of: 'deploying the gateway on a Friday evening', went: 'bad' } },
    });
    const { told } = await memory.foresight.foretell({
      actions: ['deploy the gateway on a Friday evening'],
    });
    expect(told.lines).toMatchObject([{ text: expect.stringContaining('Tom deployed') as string }]);
    expect(told).toMatchObject({ lines: [{ went: 'badly' }], well: 0, badly: 1 });
  });

  it('goes by the nearest undertakings and their circumstances', async () => {
    const { memory } = await openTestMemory();
    const tell = (content: string, value: string, outcome: object) =>
      memory.remember({
        content,
        note: { about: 'settlement money', aspect: 'sending', value, outcome } as never,
      });
    await tell('The Reweti settlement money left at 15:10 and was stuck till Monday.', 'stuck', {
      of: 'sending the Reweti settlement money at 15:10',
      went: 'bad',
      under: 'on a Friday, after the cut-off',
    });
    await tell('The Faleafa settlement money left at 10:45 and cleared by noon.', 'cleared', {
      of: 'sending the Faleafa settlement money at 10:45',
      went: 'good',
      under: 'on a Friday morning',
    });
    await tell('Settlement money on Fridays goes well in the morning alone.', 'in the morning', {
      of: 'sending settlement money on Fridays',
      went: 'mixed',
      under: 'bad after 15:00, good in the morning',
    });
    const told = async (action: string) =>
      (await memory.foresight.foretell({ actions: [action] })).told;
    const late = await told('send the settlement money at 15:20 on a Friday, after the cut-off');
    const early = await told('send the settlement money at 10:30 on a Friday morning');
    expect([late.whether, late.lines[0]?.went]).toEqual(['do_not', 'badly']);
    expect(early.whether).toBe('go');
    expect(early.lines.map(({ went }) => went)).toContain('well');
    const { text } = await memory.paradigms.synthesise({
      query: 'sending settlement money on Fridays',
      limit: 1,
    });
    expect(text).toContain('It went badly: The Reweti settlement money');
    const { good = 0, bad = 0, mixed = 0, undertakings } = early.chance ?? {};
    expect(good + bad + mixed).toBeCloseTo(1, 9);
    expect(undertakings).toBeGreaterThan(1);
    expect(await told('paint the kitchen yellow')).toMatchObject({
      whether: 'unknown',
      chance: null,
      well: 0,
      badly: 0,
    });
  });

  it('tells a standing rule that forbids it before all else, while it stands', async () => {
    const { memory } = await openTestMemory();
    const rule = await memory.remember({
      content: 'No migrations of the database between 01:30 and 04:00 UTC.',
      note: {
        ...{ about: 'the team', aspect: 'migrations', value: 'not between 01:30 and 04:00' },
        type: 'instruction',
      },
    });
    await memory.remember({
      content: 'Kwame ran a migration of the audit table at 02:30 UTC in batches, zero impact.',
      note: {
        ...{ about: 'audit table', aspect: 'migration', value: 'zero impact' },
        outcome: { of: 'a migration of the audit table', went: 'good', under: 'in batches' },
      },
    });
    const whether = async () =>
      (await memory.foresight.foretell({ actions: ['run migrations of the database at 02:00'] }))
        .told;
    const told = await whether();
    expect(told.whether).toBe('do_not');
    expect(told.lines[0]).toMatchObject({ id: rule.id, forbids: true });
    await memory.remember({
      content: 'Migrations of the database may be run at any hour.',
      note: {
        ...{ about: 'the team', aspect: 'migrations', value: 'at any hour' },
        ...{ type: 'instruction', replaces: [rule.id] },
      },
    });
    expect((await whether()).lines.some(({ forbids }) => forbids)).toBe(false);
  });

  it('is nothing where nobody spoke of it: no prior is dressed as a chance', async () => {
    const memory = await deployer();
    const advice = await memory.foresight.foretell({ actions: ['solder a circuit board'] });
    expect(advice).toMatchObject({
      whether: 'unknown',
      score: null,
      chance: null,
      told: { lines: [], well: 0, badly: 0, chance: null },
      rationale: 'There is no evidence either way.',
    });
    expect((await memory.opinions.list()).told?.lines).toEqual([]);
  });

  it('holds for an empty bank', async () => {
    const { memory } = await openTestMemory();
    expect((await memory.opinions.list({ about: 'tea' })).told).toEqual({
      known: 'unknown',
      lines: [],
    });
    expect((await memory.goals.list()).told?.lines).toEqual([]);
    expect((await memory.brief({ about: 'tea' })).text).toBe('');
  });
});
