import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  temporaryFolder,
} from '../../../../../test/support/open-test-memory.js';

const PEOPLE = ['Tom Berg', 'Leah', 'Ana Ruiz', 'Ola'];

/** A bank of sixteen notes on four people, and its folder. */
async function synced(file = ':memory:') {
  const { memory, clock } = await openTestMemory({ file });
  const turn = await memory.remember({ content: 'We moved to Bergen last week', speaker: 'Tom' });
  for (const about of PEOPLE)
    await memory.rememberAll(
      [
        ['home', 'Bergen'],
        ['food', 'sushi'],
        ['instrument', 'cello'],
        ['car', 'Volvo'],
      ].map(([aspect = '', value = '']) => ({
        content: `The ${aspect} of ${about} is ${value}.`,
        note: {
          about,
          aspect,
          value,
          ...(aspect === 'home' ? { from: '2025-01-20', turns: [turn.id] } : {}),
        },
      })),
    );
  const folder = temporaryFolder();
  await memory.files.sync(folder);
  const at = (name: string): string => join(folder, name);
  return {
    memory,
    clock,
    folder,
    at,
    turn,
    read: (name: string): string => readFileSync(at(name), 'utf8'),
    change: (name: string, change: (text: string) => string): void =>
      writeFileSync(at(name), change(readFileSync(at(name), 'utf8'))),
    sync: (options = {}) => memory.files.sync(folder, options),
    /** What holds of somebody, by the bank. */
    known: async (about: string): Promise<string[]> =>
      (await memory.browse.about({ about, recent: 0 })).slots
        .filter(({ part }) => part !== 'over')
        .flatMap(({ claims }) => claims)
        .filter(({ validity }) => validity !== 'superseded')
        .map(({ value }) => value)
        .sort(),
  };
}

const LINE = (aspect: string): RegExp =>
  new RegExp(`^- \\*\\*${aspect}\\*\\*.*\\n(?: {2}.*\\n)+`, 'm');

describe('a folder of notes', () => {
  it('has a file a subject, with notes, days, ids and the turns they were read off', async () => {
    const { folder, read, sync, turn } = await synced();
    expect(readdirSync(folder).sort()).toEqual([
      '.mneme',
      'ana-ruiz.md',
      'leah.md',
      'ola.md',
      'tom-berg.md',
    ]);
    expect(read('tom-berg.md')).toMatch(
      /^---\nabout: Tom Berg\nmneme: "?\w{12}"?\n---\n\n# Tom Berg\n\n- \*\*home\*\*: Bergen · from 2025-01-20 <!-- m_\w{13} \w{8} -->\n {2}The home of Tom Berg is Bergen\.\n/,
    );
    expect(read('tom-berg.md')).toContain(
      `  > 2025-02-03 Tom: We moved to Bergen last week <!-- ${turn.id} -->`,
    );
    expect(await sync()).toMatchObject({ edits: [], written: [], notes: 16, subjects: 4 });
  });

  it('takes another value as what is so now, other words as a correction, and both can be undone', async () => {
    const { memory, read, change, sync, known } = await synced();
    change('leah.md', (text) =>
      text
        .replace(': Bergen · from 2025-01-20', ': Oslo')
        .replace('instrument of Leah is cello', 'instrument that Leah plays is the cello'),
    );
    const { edits } = await sync();
    expect(edits.map(({ what, says }) => [what, says])).toEqual([
      ['replace', 'home: Oslo'],
      ['correct', 'instrument: cello'],
    ]);
    expect(await known('Leah')).toEqual(['Oslo', 'Volvo', 'cello', 'sushi']);
    expect(read('leah.md')).toContain('  The home of Leah is Oslo.');
    expect(read('leah.md').split('<details>')[1]).toContain('**home**: Bergen');
    const { changes } = await memory.curation.log({ limit: 2 });
    expect(changes.map(({ reason }) => reason)).toEqual(['edited in leah.md', 'edited in leah.md']);
    for (const { reversal } of changes) await memory.undo(reversal);
    await sync();
    expect(read('leah.md')).toContain('**home**: Bergen · from 2025-01-20');
    expect(read('leah.md')).toContain('The instrument of Leah is cello.');
  });

  it('reads spelling as a correction, and a figure never', async () => {
    const { memory, change, sync } = await synced();
    await memory.remember({
      content: 'The dose of Leah is 500000 units.',
      note: { about: 'Leah', aspect: 'dose', value: '500000 units' },
    });
    await sync();
    change('leah.md', (text) =>
      text.replace(': Bergen', ': Berghen').replace(': 500000 units', ': 800000 units'),
    );
    expect((await sync()).edits.map(({ what }) => what)).toEqual(['correct', 'replace']);
  });

  it.each([
    ['is Bergen', 'is Oslo', 'Oslo', []],
    ['The home of Leah is Bergen.', 'Leah’s home is Bergen.', 'Bergen', []],
    ['is Bergen', 'is still Bergen', 'Bergen', []],
    ['The home of Leah is Bergen.', 'Leah lives by the sea.', 'Bergen', ['leah.md']],
    ['The home of Leah is Bergen.', 'The home of Leah was never settled.', 'Bergen', ['leah.md']],
    ['is Bergen', 'is by the sea, if one may say so', 'Bergen', ['leah.md']],
  ])('another sentence, “%s” for “%s”, has the value %s', async (was, now, value, left) => {
    const { memory, change, sync } = await synced();
    change('leah.md', (text) => text.replace(was, now));
    const report = await sync();
    expect(report.edits).toMatchObject([{ says: `home: ${value}` }]);
    expect(report.left.map(({ file }) => file)).toEqual(left);
    const { memories } = await memory.list({ about: 'Leah', aspect: 'home', status: 'holds' });
    expect(memories.at(-1)).toMatchObject({ note: { value } });
    expect(memories.at(-1)?.content).toContain(now);
    expect((await sync()).edits).toEqual([]);
  });

  it('forgets a removed line, with what it had replaced', async () => {
    const { change, sync, known, read } = await synced();
    change('leah.md', (text) => text.replace(': Bergen', ': Oslo'));
    await sync();
    change('leah.md', (text) => text.replace(LINE('home'), ''));
    expect((await sync()).edits).toMatchObject([{ what: 'forget', line: 0 }]);
    expect(await known('Leah')).toEqual(['Volvo', 'cello', 'sushi']);
    expect(read('leah.md')).not.toContain('home');
  });

  it('takes new lines, also of a new file, and leaves a person’s own words and files alone', async () => {
    const { change, sync, known, read, at } = await synced();
    change('leah.md', (text) =>
      text
        .replace('---\n\n', '---\n\nMy sister.\n\n- [ ] call her\n\n')
        .concat('- hobby: climbing\n'),
    );
    writeFileSync(
      at('new.md'),
      '---\nabout: "Rex: the dog"\ntags: [pets]\n---\n- **breed**: collie · until 2030-01-01\n',
    );
    writeFileSync(at('shopping.md'), '- milk\n');
    writeFileSync(at('picture.png'), Buffer.from([0x89, 0x50]));
    const report = await sync();
    expect(report.edits.map(({ what, says }) => [what, says])).toEqual([
      ['add', 'hobby: climbing'],
      ['add', 'breed: collie'],
    ]);
    expect(report.left).toEqual([{ file: 'shopping.md', why: 'it does not say whom it is about' }]);
    expect(await known('Rex: the dog')).toEqual(['collie']);
    expect(read('leah.md')).toContain('My sister.\n\n- [ ] call her\n');
    expect(read('new.md')).toMatch(/^---\nabout: "Rex: the dog"\ntags: \[pets\]\nmneme: /);
    expect(read('shopping.md')).toBe('- milk\n');
    expect(await sync()).toMatchObject({ edits: [], written: [] });
  });

  it('keeps both versions of what both sides changed, as a conflict to settle', async () => {
    const { memory, change, sync, known, read } = await synced();
    const [home] = (await memory.list({ about: 'Leah', aspect: 'home' })).memories;
    await memory.remember({
      content: 'Leah lives in Trondheim.',
      note: { about: 'Leah', aspect: 'home', value: 'Trondheim', replaces: [home!.id] },
    });
    change('leah.md', (text) => text.replace(': Bergen', ': Oslo'));
    const { edits } = await sync();
    expect(edits).toMatchObject([{ what: 'conflict', says: 'home: Oslo' }]);
    expect(await known('Leah')).toEqual(['Oslo', 'Trondheim', 'Volvo', 'cello', 'sushi']);
    expect(read('leah.md')).toMatch(/: Oslo[^]*: Trondheim|: Trondheim[^]*: Oslo/);
    const { conflicts } = await memory.validity.conflicts({ status: 'pending' });
    expect(conflicts).toMatchObject([
      {
        olderValue: 'Trondheim',
        newerValue: 'Oslo',
        reason: expect.stringContaining('leah.md') as string,
      },
    ]);
    // Removing one of them settles it.
    change('leah.md', (text) => text.replace(/^- \*\*home\*\*: Trondheim.*\n.*\n/m, ''));
    await sync();
    expect(await known('Leah')).toEqual(['Oslo', 'Volvo', 'cello', 'sushi']);
    expect(read('leah.md').split('<details>')[1]).toMatch(/: Bergen[^]*: Trondheim/);
    expect((await memory.validity.conflicts({ status: 'pending' })).conflicts).toEqual([]);
    expect(await sync()).toMatchObject({ edits: [], written: [] });
  });

  it('keeps an edit of a note that the bank forgot meanwhile', async () => {
    const { memory, change, sync, known } = await synced();
    const [home] = (await memory.list({ about: 'Leah', aspect: 'home' })).memories;
    await memory.forget([home!.id]);
    change('leah.md', (text) => text.replace(': Bergen', ': Oslo'));
    expect((await sync()).edits).toMatchObject([{ what: 'conflict' }]);
    expect(await known('Leah')).toContain('Oslo');
    expect((await memory.validity.conflicts()).conflicts).toMatchObject([{ verdict: 'review' }]);
  });

  it('keeps who may know a note, and its tags, when it is edited', async () => {
    const { memory, change, sync, at } = await synced();
    await memory.remember({
      content: 'The salary of Leah is high.',
      tags: ['money'],
      audience: { not: ['Ola'] },
      note: { about: 'Leah', aspect: 'salary', value: 'high', type: 'instruction' },
    });
    await sync({ instructions: at('AGENTS.md') });
    expect(existsSync(at('AGENTS.md'))).toBe(false);
    const reader = memory.as({ recipient: 'Ola' });
    for (const now of ['higher', '900 a month']) {
      change('leah.md', (text) => text.replace(/(salary\*\*: )[^·]*·/, `$1${now} ·`));
      await sync();
      const [note] = (await memory.list({ aspect: 'salary', match: now })).memories;
      expect(note).toMatchObject({ tags: expect.arrayContaining(['money']) as string[] });
      expect((await reader.list({ aspect: 'salary' })).memories).toEqual([]);
    }
    // A new line of the same subject is as secret as the others.
    change('leah.md', (text) => text.replace(/^(- \*\*salary)/m, '- bonus: 300 a year\n$1'));
    await sync();
    expect((await memory.list({ aspect: 'bonus' })).memories).toHaveLength(1);
    expect((await reader.list({ aspect: 'bonus' })).memories).toEqual([]);
  });

  it('takes another description of the subject', async () => {
    const { memory, change, sync, read } = await synced();
    change('leah.md', (text) => text.replace('about: Leah', 'about: Leah\nis: her sister'));
    expect((await sync()).edits).toMatchObject([{ what: 'correct' }]);
    expect((await memory.browse.about('Leah')).is).toBe('her sister');
    expect(read('leah.md')).toContain('is: her sister\n');
    await memory.remember({
      content: 'Leah is a doctor.',
      note: { about: 'Leah', is: 'a doctor', aspect: 'job', value: 'doctor' },
    });
    expect(await sync()).toMatchObject({ edits: [] });
    expect(read('leah.md')).toContain('is: a doctor\n');
  });

  it('does what a line asks for, as it stood in a manifest, and leaves what cannot be done', async () => {
    const { memory, change, sync, read, at } = await synced();
    const noteOf = async (aspect: string) =>
      (await memory.list({ about: 'Leah', aspect })).memories[0]!;
    const [home, car, food] = [await noteOf('home'), await noteOf('car'), await noteOf('food')];
    const twins = await Promise.all(
      ['The gate is red.', 'The gate is painted red.'].map((text) => memory.remember(text)),
    );
    const both = twins.map(({ id }) => id).join(', ');
    writeFileSync(
      at('memory.md'),
      '# The memory\n\n<!-- mneme manifest: bank=default change=1 -->\n',
    );
    const refused = [
      '- [FORGET: m_x] no',
      '[FORGET soon: m_0000000000000] no',
      `[NOTE: ${car.id}, m_0000000000000] It is fast.`,
      `[PIN: ]`,
      `[MERGE: ${food.id}]`,
      '[RESOLVE newer: k_0000000000000]',
      `[PIN ${food.id}]: it`,
    ];
    const done = [
      `- [PIN: ${home.id}]`,
      `[NOTE: ${car.id}] It is red.`,
      `- [FORGET obsolete: ${food.id}] She eats no fish.`,
      `[MERGE keep_highest force: ${both}] The gate`,
    ];
    change('leah.md', (text) => text.concat([...done, ...refused, ''].join('\n')));
    const { edits, left } = await sync();
    expect(edits.map((edit) => [edit.what, edit.refused === null])).toEqual([
      ...done.map(() => ['action', true]),
      ...refused.slice(0, -1).map(() => ['action', false]),
    ]);
    expect(left).toMatchObject([
      { file: 'memory.md', why: expect.stringContaining('move its lines') as string },
    ]);
    expect(await noteOf('home')).toMatchObject({ importance: 1, tags: ['pinned'] });
    expect((await noteOf('car')).metadata['annotation']).toBe('It is red.');
    for (const line of done) expect(read('leah.md')).not.toContain(line);
    for (const line of refused) expect(read('leah.md')).toContain(line);
    expect((await memory.curation.log({ limit: 4 })).changes.map(({ verb }) => verb)).toEqual([
      'merge',
      'forget',
      'update',
      'update',
    ]);
  });

  it('moves a line with its file’s subject, and a line that was cut and pasted', async () => {
    const { change, sync, known, read } = await synced();
    const [line = ''] = LINE('car').exec(read('ola.md')) ?? [];
    change('ola.md', (text) => text.replace(line, ''));
    change('leah.md', (text) => text.replace('about: Leah', 'about: Leah Holm') + line);
    await sync();
    expect(await known('Leah Holm')).toEqual(['Bergen', 'Volvo', 'Volvo', 'cello', 'sushi']);
    expect(await known('Ola')).toEqual(['Bergen', 'cello', 'sushi']);
    expect(await sync()).toMatchObject({ edits: [], written: [] });
  });
});

describe('what is no edit', () => {
  it.each([
    [
      'an emptied folder',
      (folder: string) =>
        PEOPLE.forEach((_, at) => rmSync(join(folder, files(folder)[0]!), { force: at < 0 })),
    ],
    ['a removed file', (folder: string) => rmSync(join(folder, 'leah.md'))],
    ['an emptied file', (folder: string) => writeFileSync(join(folder, 'leah.md'), '')],
    [
      'a file without its head',
      (folder: string) => writeFileSync(join(folder, 'leah.md'), '- milk\n'),
    ],
    [
      'more than a third of the lines',
      (folder: string) => {
        for (const name of files(folder))
          writeFileSync(
            join(folder, name),
            readFileSync(join(folder, name), 'utf8')
              .replace(LINE('home'), '')
              .replace(LINE('car'), ''),
          );
      },
    ],
  ])('%s forgets nothing, and is reported until somebody decides', async (_what, harm) => {
    const { memory, folder, sync } = await synced();
    harm(folder);
    const before = await memory.curation.log({ limit: 1 });
    for (let run = 0; run < 2; run++) {
      const report = await sync();
      expect(report).toMatchObject({ edits: [], notes: 16 });
      expect(report.held.length).toBeGreaterThan(0);
    }
    expect(await memory.curation.log({ limit: 1 })).toEqual(before);
    const left = files(folder).find(
      (name) => !readFileSync(join(folder, name), 'utf8').includes('about:'),
    );
    if (left !== undefined) rmSync(join(folder, left));
    expect(await sync({ removed: 'restore' })).toMatchObject({ edits: [], held: [] });
    const fresh = temporaryFolder();
    await memory.files.sync(fresh);
    const notes = (of: string): string[] =>
      files(of)
        .flatMap((name) => readFileSync(join(of, name), 'utf8').match(/m_\w{13} \w{8}/g) ?? [])
        .sort();
    expect(notes(folder)).toEqual(notes(fresh));
  });

  it('what is held is forgotten on request', async () => {
    const { folder, sync, known } = await synced();
    rmSync(join(folder, 'leah.md'));
    await sync();
    expect((await sync({ removed: 'forget' })).edits).toHaveLength(4);
    expect(await known('Leah')).toEqual([]);
    expect(await sync()).toMatchObject({ edits: [], held: [], notes: 12 });
  });

  it('an older version of the files, as after a force-push, loses nothing that came later', async () => {
    const { memory, folder, sync, read, at } = await synced();
    const older = temporaryFolder();
    for (const name of files(folder)) copyFileSync(at(name), join(older, name));
    for (const about of [...PEOPLE, 'Mia'])
      await memory.remember({
        content: `The dog of ${about} is Rex.`,
        note: { about, aspect: 'dog', value: 'Rex' },
      });
    await sync();
    rmSync(at('mia.md'));
    for (const name of files(older)) copyFileSync(join(older, name), at(name));
    const report = await sync();
    expect(report).toMatchObject({ edits: [], notes: 21, held: [{ file: 'mia.md' }] });
    expect(read('leah.md')).toContain('**dog**: Rex');
    expect(await sync({ removed: 'restore' })).toMatchObject({ written: ['mia.md'] });
  });

  it('a folder that is gone as a whole is written anew', async () => {
    const { folder, sync } = await synced();
    rmSync(folder, { recursive: true });
    expect(await sync()).toMatchObject({ edits: [], held: [], notes: 16 });
    expect(files(folder)).toHaveLength(4);
  });

  it.each([
    ['cut off in the middle', (text: string) => text.slice(0, text.indexOf('**instrument'))],
    ['with other line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with a byte order mark', (text: string) => `\uFEFF${text}`],
    [
      'wrapped and spaced anew',
      (text: string) => text.replaceAll(' is ', '\n    is ').replace('\n- ', '\n\n- '),
    ],
    ['with other marks of lists', (text: string) => text.replaceAll('\n- ', '\n* ')],
  ])('a file %s has not been edited', async (_what, harm) => {
    const { sync, change, known } = await synced();
    change('leah.md', harm);
    expect(await sync()).toMatchObject({ edits: [], held: [], notes: 16 });
    expect(await known('Leah')).toHaveLength(4);
    expect(await sync()).toMatchObject({ edits: [], written: [] });
  });

  it('a renamed file keeps its name, and a copy is reported', async () => {
    const { folder, sync, at, change } = await synced();
    mkdirSync(at('people'));
    renameSync(at('leah.md'), at('people/my sister.md'));
    change('people/my sister.md', (text) =>
      text.replace(': Bergen', ': Oslo').replace(LINE('car'), ''),
    );
    copyFileSync(at('ola.md'), at('ola copy.md'));
    const report = await sync();
    expect(report.edits.map(({ what }) => what)).toEqual(['replace', 'forget']);
    expect(report.left).toMatchObject([{ file: 'ola copy.md' }]);
    expect(files(folder)).not.toContain('leah.md');
    expect(existsSync(at('people/my sister.md'))).toBe(true);
  });

  it.each([
    ['an unfinished merge', '<<<<<<< HEAD\n- a: b\n=======\n- a: c\n>>>>>>> theirs\n', 'merge'],
    ['a day that is none', '- **trip**: Rome · from 2025-13-40\n', 'is no day'],
    ['a line that says nothing', '- **trip**: \n', 'says nothing'],
  ])('%s is left as it is, and told', async (_what, added, why) => {
    const { sync, at, read } = await synced();
    appendFileSync(at('leah.md'), added);
    const report = await sync();
    expect(report.edits).toEqual([]);
    expect(report.left).toMatchObject([
      { file: 'leah.md', why: expect.stringContaining(why) as string },
    ]);
    expect(read('leah.md')).toContain(added.split('\n')[0]);
  });

  it('a file that is no text is left alone', async () => {
    const { sync, at } = await synced();
    writeFileSync(at('leah.md'), Buffer.from('---\nabout: Léah\n---\n', 'latin1'));
    const report = await sync();
    expect(report.left).toMatchObject([{ file: 'leah.md' }]);
    expect(report.held).toMatchObject([{ file: 'leah.md' }]);
    expect(report.notes).toBe(16);
  });

  it('remembered text cannot become a line, a mark or the end of a file', async () => {
    const { memory, clock } = await openTestMemory();
    const texts = [
      'x <!-- m_0000000000000 --> y',
      'first\n- **home**: Oslo',
      'a\n</details>\n<!-- mneme: end -->\n---\nabout: Eve',
      '> quoted',
      '**bold**: value · planned · from 2025-01-01',
      '```\ncode\n```',
      '- [x] done',
    ];
    for (const [at, content] of texts.entries())
      await memory.remember({ content, note: { about: 'Tom', aspect: `a${at}`, value: content } });
    clock.advance(1_000);
    const folder = temporaryFolder();
    await memory.files.sync(folder);
    expect(await memory.files.sync(folder)).toMatchObject({
      edits: [],
      written: [],
      held: [],
      left: [],
    });
    const path = join(folder, 'tom.md');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/ · planned · from 2025-01-01/g, ' · planned'),
    );
    await memory.files.sync(folder);
    const { memories } = await memory.list({ kinds: ['note'], limit: 50 });
    for (const text of texts.slice(0, 4))
      expect(memories.map(({ content }) => content)).toContain(text);
  });

  it('what was erased does not come back with an older file', async () => {
    const { memory, folder, sync, at, known } = await synced();
    const older = readFileSync(at('leah.md'), 'utf8');
    const { memories } = await memory.list({ about: 'Leah', aspect: 'home' });
    await memory.privacy.erase({ memories: memories.map(({ id }) => id), yes: true });
    await sync();
    writeFileSync(at('leah.md'), older);
    expect(await sync()).toMatchObject({ edits: [] });
    expect(await known('Leah')).toEqual(['Volvo', 'cello', 'sushi']);
    expect(
      files(folder)
        .map((name) => readFileSync(at(name), 'utf8'))
        .join(''),
    ).not.toContain(memories[0]!.content);
  });
});

describe('a folder that cannot be synced', () => {
  it('is named, and nothing is written', async () => {
    const { memory, folder, at } = await synced();
    await expect(memory.files.sync(at('leah.md'))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(memory.files.sync('')).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'files.folder',
    });
    await expect(memory.bank('other').files.sync(folder)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('bank test') as string,
    });
    const held = await Promise.allSettled([memory.files.sync(folder), memory.files.sync(folder)]);
    expect(
      held.map((each) => (each.status === 'rejected' ? (each.reason as Error).message : '')),
    ).toContainEqual(expect.stringContaining('another process'));
    const stopped = AbortSignal.abort();
    appendFileSync(at('leah.md'), '- a: b\n');
    await expect(memory.files.sync(folder, { signal: stopped })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect(await memory.files.sync(folder)).toMatchObject({ edits: [{ what: 'add' }] });
  });

  it('a memory that is open only to read is only looked at', async () => {
    const file = temporaryFile();
    const { folder, memory } = await synced(file);
    await memory.close();
    appendFileSync(join(folder, 'leah.md'), '- a: b\n');
    const { memory: reader } = await openTestMemory({ file, readOnly: true });
    await expect(reader.files.sync(folder)).rejects.toMatchObject({ code: 'read_only' });
    expect(await reader.files.sync(folder, { preview: true })).toMatchObject({
      preview: true,
      edits: [{ what: 'add', says: 'a: b', id: null }],
      written: ['leah.md'],
    });
    expect(readFileSync(join(folder, 'leah.md'), 'utf8')).toContain('- a: b\n');
  });
});

describe('standing instructions', () => {
  it('stand in a block, and all around it stays', async () => {
    const { memory, sync, at } = await synced();
    const path = at('AGENTS.md');
    writeFileSync(path, '# Rules\r\n\r\nUse tabs.\r\n');
    expect(await sync({ instructions: path })).toMatchObject({ instructions: null });
    await memory.remember({
      content: 'Answer in three sentences at most.',
      note: { about: 'answers', aspect: 'length', value: 'three sentences', type: 'instruction' },
    });
    expect(await sync({ instructions: path })).toMatchObject({ instructions: path });
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(
      /^# Rules\r\n\r\nUse tabs\.\r\n\r\n<!-- mneme:instructions -->\r\n[^]*\r\n- Answer in three sentences at most\.\r\n<!-- \/mneme:instructions -->\r\n$/,
    );
    expect(await sync({ instructions: path })).toMatchObject({ instructions: null });
    appendFileSync(path, 'More.\r\n');
    const [wish] = (await memory.list({ match: 'sentences', kinds: ['note'] })).memories;
    await memory.forget([wish!.id]);
    await sync({ instructions: path });
    expect(readFileSync(path, 'utf8')).toBe('# Rules\r\n\r\nUse tabs.\r\n\r\nMore.\r\n');
    writeFileSync(path, `${text}<!-- mneme:instructions -->\r\n`);
    await expect(sync({ instructions: path })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'files.instructions',
    });
  });
});

function files(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.md'));
}
