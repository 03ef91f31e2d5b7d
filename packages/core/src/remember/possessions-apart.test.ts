import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

describe('what one person has', () => {
  it('is as many things as it has nouns', async () => {
    const { memory } = await openTestMemory();
    const said = [
      'My laptop died today.',
      'My aunt lives in Leeds.',
      'My back hurts again.',
      'My cousin called yesterday.',
      'My dog is nine.',
      'My laptop is back from repair.',
    ];
    for (const content of said) await memory.remember({ content, speaker: 'Noor Haddad' });
    const { entities } = await memory.browse.entities();
    const owned = entities.filter(({ name }) => /['’]s /u.test(name));
    expect(owned.flatMap(({ aliases }) => aliases)).toEqual([]);
    const nouns = owned.map(({ name }) => name.split(' ').at(-1));
    expect(new Set(nouns).size).toBe(nouns.length);
    expect(nouns).toEqual(expect.arrayContaining(['laptop', 'aunt', 'cousin', 'dog']));
  });

  it('is told apart where one is asked for by name', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: 'My laptop died today.', speaker: 'Noor Haddad' });
    for (const name of ["Noor Haddad's aunt", "Noor Haddad's uncle", "Noor Haddad's back"])
      expect((await memory.browse.entities({ name })).resolved?.entity, name).toBeNull();
    const { resolved } = await memory.browse.entities({ name: "Noor Haddad's laptop" });
    const entity = resolved?.entity;
    expect(entity?.name).toBe("Noor Haddad's laptop");
  });
});

describe('a bare figure', () => {
  it('names neither a person nor a place', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'With 30 % rye it is fine.',
      'We went from 9 to 31.',
      'I moved to 31.',
    ]);
    const { entities } = await memory.browse.entities();
    expect(entities.filter(({ type }) => type === 'person' || type === 'place')).toEqual([]);
  });
});
