import { describe, expect, it } from 'vitest';
import { openMemory, type OpenOptions } from '@mneme/mneme/open.js';

describe('what a caller brings along', () => {
  it('may be a clock that only tells the time', async () => {
    const now = Date.UTC(2030, 0, 5);
    const memory = await openMemory({ file: ':memory:', clock: { now: () => now } });
    await memory.remember('The heron nests by the weir.');
    expect((await memory.recall('Where does the heron nest?')).results).toHaveLength(1);
    expect((await memory.list()).memories[0]?.recordedAt).toBe(now);
    await memory.close();
  });

  it.each([
    ['options', 'agent.mneme'],
    ['options', null],
    ['options', ['agent.mneme']],
    ['clock', { clock: null }],
    ['clock.now', { clock: Date.now }],
    ['clock.now', { clock: { now: 5 } }],
    ['clock.ticks', { clock: { now: () => 5, ticks: 5 } }],
    ['random.uint32', { random: Math.random }],
    ['wait', { wait: 100 }],
    ['observers', { observers: { begin: () => undefined } }],
    ['observers.0.flow', { observers: [{ begin: () => undefined }] }],
    ['logTo', { logTo: 'stderr' }],
    ['modules', { modules: {} }],
    ['modules.0', { modules: [5] }],
    ['userId', { userId: undefined }],
    ['agentId', { agentId: undefined }],
    ['runId', { userId: 'ann', runId: undefined }],
  ])('is refused by its name: %s of %j', async (field, given) => {
    const options =
      typeof given === 'object' && given !== null && !Array.isArray(given)
        ? { file: ':memory:', ...given }
        : given;
    await expect(openMemory(options as OpenOptions)).rejects.toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
});

describe('an id that is named and undefined', () => {
  it('is nobody’s memory by accident: refused wherever a memory is chosen', async () => {
    const memory = await openMemory({ file: ':memory:' });
    const lost = { userId: undefined } as unknown as { userId: string };
    for (const scope of [lost, { agentId: undefined }, { userId: 'ann', runId: undefined }])
      expect(() => memory.scope(scope as typeof lost)).toThrow(/^scope\.\w+Id: is undefined\.$/);
    const told = { content: 'Ann lives in Porto.', ...lost };
    await expect(memory.remember(told)).rejects.toThrow('userId: is undefined.');
    await expect(memory.rememberAll([told])).rejects.toThrow('userId: is undefined.');
    await expect(memory.recall({ query: 'Porto', ...lost })).rejects.toThrow(
      'userId: is undefined.',
    );
    expect((await memory.list()).memories).toEqual([]);
    await memory.close();
  });
});
