import { describe, expect, it } from 'vitest';
import { openMemory } from '@mneme/mneme/index.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { renderReceipt } from '@mneme/server/mcp/agent-tools.js';
import { renderWorth } from './view.js';
import { openTestMemory, temporaryFile } from '../../../../../test/support/open-test-memory.js';

const TURN =
  'Priya Nair starts as head of the bakery in Leeds on 3 March 2025, because Tom retires.';

describe('what it is worth to keep a text', () => {
  it('is told with the receipt, with three parts and why', async () => {
    const { memory } = await openTestMemory();
    const { worth } = await memory.remember({ content: TURN, speaker: 'Priya', session: 's' });
    expect(worth?.reward).toBeGreaterThan(0.3);
    const { reward = NaN, gardener = NaN, curator = NaN, assessor = NaN } = worth ?? {};
    expect(reward).toBeCloseTo((gardener + curator + assessor) / 3, 2);
    expect(worth?.explanation).toMatch(/^Good to keep: .+\.$/);
  });

  it.each([
    'New vet here is Dr Okonkwo.',
    'I moved to Ghent.',
    'I take 40 mg of propranolol every morning.',
    'I feel a bit sad today',
    'my sister is deaf',
    'we call her Bean',
    'no nuts',
    'lunch was ok',
    'Ich bin umgezogen.',
  ])('is never said to be little, nor to be forgotten: %s', async (content) => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: TURN, speaker: 'Priya', session: 's' });
    const asked = await memory.guidance.worth(content);
    const receipt = await memory.remember(content);
    expect(receipt.outcome).toBe('remembered');
    const { explanation = '', suggestions = [] } = receipt.worth ?? {};
    const doors = [
      explanation,
      asked.worth.explanation,
      renderWorth(asked),
      renderReceipt(receipt),
    ];
    expect(doors.join('\n')).not.toMatch(/little|common|nobody|nothing|−/iu);
    expect(suggestions.map(({ operation }) => operation)).not.toContain('forget');
  });

  it('names the memory that says nearly the same, and an operation that is there and takes its input', async () => {
    const { memory } = await openTestMemory();
    const first = await memory.remember(
      'Priya keeps the blue kettle in the small kitchen cupboard.',
    );
    const { id, worth } = await memory.remember(
      'In the small kitchen cupboard Priya keeps the blue kettle.',
    );
    expect(worth?.suggestions).toEqual([
      {
        why: `${first.id} says nearly the same: one of them is enough.`,
        operation: 'merge',
        input: { ids: [first.id, id] },
      },
    ]);
    for (const { operation, input } of worth?.suggestions ?? []) {
      const called = Object.values(OPERATIONS).find(({ name }) => name === operation);
      expect(called?.input.safeParse(input).success).toBe(true);
    }
  });

  it('is next to nothing for what is known, or said by the memory itself', async () => {
    const { memory } = await openTestMemory();
    const turn = { content: TURN, speaker: 'Priya', session: 's', turn: '1' };
    await memory.remember(turn);
    const again = await memory.remember(turn);
    expect([again.outcome, again.worth?.reward]).toEqual(['known', -0.4]);
    const evidence = await memory.remember({ ...turn, turn: '9' });
    expect([evidence.outcome, evidence.worth?.reward]).toEqual(['reinforced', 0]);
  });

  it('is less for an opinion without its reason, and for what is doubted', async () => {
    const { memory } = await openTestMemory();
    const worth = async (more: object, content = 'Tom thinks the new oven is too small.') =>
      (await memory.guidance.worth({ content, ...more })).worth.curator;
    expect(await worth({ kind: 'opinion' })).toBeLessThan(await worth({ kind: 'fact' }));
    expect(await worth({ kind: 'fact', confidence: 0.2 })).toBeLessThan(
      await worth({ kind: 'fact', confidence: 0.9 }),
    );
  });

  it('can be asked before anything is kept: what is said then is what the receipt says', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('Priya keeps the blue kettle in the small kitchen cupboard.');
    const before = await memory.care.stats();
    const asked = await memory.guidance.worth({ content: TURN, speaker: 'Priya' });
    expect(await memory.care.stats()).toEqual(before);
    const { worth } = await memory.remember({ content: TURN, speaker: 'Priya' });
    expect(asked).toMatchObject({ id: null, outcome: 'remembered', worth });
  });

  it('seals no secret that a text was only asked about', async () => {
    const { memory } = await openTestMemory({ vaultKey: 'ab'.repeat(32) });
    await memory.care.configure({ tokens: true });
    const { changes } = await memory.care.stats();
    const text = 'Charge the card 4111 1111 1111 1111 for the boat.';
    await memory.guidance.worth(text);
    expect((await memory.care.stats()).changes).toBe(changes);
    await memory.remember(text);
    expect((await memory.care.stats()).changes).toBe(changes + 2);
  });

  it('can be asked of a memory that is there, as if it came today', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember({ content: TURN, speaker: 'Priya', session: 's' });
    const { worth, outcome, notes } = await memory.guidance.worth({ id });
    expect(outcome).toBeNull();
    expect(worth.reward).toBeGreaterThan(0);
    expect(notes).toEqual(['no recall has delivered it yet']);
    await expect(memory.guidance.worth({ id: 'm_01h5k0c2x9w7a' as never })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.guidance.worth({})).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'worth.content',
    });
  });

  it('is asked of a file that is open only to read', async () => {
    const file = temporaryFile();
    const memory = await openMemory({ file });
    await memory.remember(TURN);
    await memory.close();
    const reading = await openMemory({ file, readOnly: true });
    expect((await reading.guidance.worth('lunch was ok')).worth.reward).toBeLessThan(-0.3);
    await reading.close();
  });
});
