import { expect, it } from 'vitest';
import { allOperations } from '@mneme/mneme/operations/table.js';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

it('critique answers under its former name, and proceeds only where all is supported', async () => {
  const { memory } = await openTestMemory();
  const { id } = await memory.remember({
    content: 'Tom Okafor lives in Porto, as Ana told.',
    note: {
      ...{ about: 'Tom Okafor', aspect: 'home', value: 'Porto' },
      asks: ['Where does Tom live?', 'Which city is Tom in?'],
    },
  });
  const critique = allOperations()['critique']!;
  const asked = async (reasoning: string) =>
    critique.run(memory, critique.input.parse({ reasoning }), {});
  expect(critique.former).toBe('check');
  expect(await asked('Tom Okafor lives in Porto.')).toMatchObject({
    ...{ contradictions: [], claims: 1, suggested: 'proceed' },
  });
  expect(await asked('Tom Okafor does not live in Porto.')).toMatchObject({
    contradictions: [{ id, type: 'actual', subject: 'Tom Okafor does not live in Porto.' }],
    suggested: 'revise',
  });
  expect(await asked('Tom Okafor lives in Porto. The heron nests by the mill.')).toMatchObject({
    suggested: 'ask_user',
  });
  expect(await asked('We should go ahead with the release.')).toMatchObject({
    ...{ contradictions: [], claims: 0, suggested: 'state_plainly' },
  });
});
