import fc from 'fast-check';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  openTestMemory,
  seededRandom,
  temporaryFolder,
} from '../../../../../test/support/open-test-memory.js';

const RUNS = 3;
const ROUNDS = 10;
const EDITS = 10;

const FOLDER = ['value', 'words', 'remove', 'new', 'prose', 'rename', 'crlf', 'file'] as const;
const BANK = ['replace', 'update', 'forget', 'remember'] as const;

/** Sixty of a hundred edits are a person's. */
const FOLDER_SHARE = 60;

type Both = Awaited<ReturnType<typeof openTestMemory>>['memory'];

class World {
  #made = 0;
  /** What has to hold in the folder after the next sync. */
  readonly #counts = new Map<string, number>();
  readonly prose = new Set<string>();
  #inFolder = new Set<string>();
  #inBank = new Set<string>();
  #removed = 0;

  constructor(
    readonly memory: Both,
    readonly folder: string,
  ) {}

  token(kind: string): string {
    return `${kind}${(this.#made += 1)}q`;
  }

  files(): string[] {
    return readdirSync(this.folder).filter((name) => name.endsWith('.md'));
  }

  lines(): { file: string; id: string; value: string; words: string; raw: string }[] {
    return this.files().flatMap((file) =>
      [
        ...currentOf(readFileSync(join(this.folder, file), 'utf8')).matchAll(
          /^- \*\*.*?\*\*: (\S+).*<!-- (m_\w{13}) \w{8} -->\r?\n {2}(.*?)\r?$/gmu,
        ),
      ].map(([raw, value = '', id = '', words = '']) => ({ file, id, value, words, raw })),
    );
  }

  begin(): void {
    this.#inFolder = new Set();
    this.#inBank = new Set();
    this.#removed = 0;
  }

  #change(file: string, change: (text: string) => string): void {
    const path = join(this.folder, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }

  inFolder(kind: (typeof FOLDER)[number], at: number): void {
    const lines = this.lines().filter(({ id }) => !this.#inFolder.has(id));
    const line = lines[at % Math.max(1, lines.length)];
    const files = this.files();
    const file = files[at % Math.max(1, files.length)];
    if (line === undefined || file === undefined) return;
    const both = this.#inBank.has(line.id);
    if (kind === 'prose') {
      const own = this.token('prose');
      this.prose.add(own);
      this.#change(file, (text) => `${text}${own}\n`);
    } else if (kind === 'rename')
      renameSync(join(this.folder, file), join(this.folder, `${this.token('file')}.md`));
    else if (kind === 'crlf')
      this.#change(file, (text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'));
    else if (kind === 'new' || kind === 'file') {
      const value = this.token('new');
      this.#expect([value]);
      const added = `- aspect ${this.#made}: ${value}\n`;
      if (kind === 'new') this.#change(file, (text) => text + added);
      else
        writeFileSync(
          join(this.folder, `${value}.md`),
          `---\nabout: Person ${this.#made}\n---\n${added}`,
        );
    } else if (kind === 'remove') {
      if ((this.#removed + 1) * 4 > this.lines().length) return;
      this.#removed += 1;
      this.#inFolder.add(line.id);
      if (!both) this.#drop(line);
      this.#change(line.file, (text) => text.replace(line.raw, ''));
    } else {
      this.#inFolder.add(line.id);
      const now = this.token(kind);
      const { value, words } = line;
      if (!both) this.#drop(line);
      // The other words of the sentence stay.
      const kept = tokens(words).filter((each) => kind === 'words' || each !== value);
      this.#expect([...kept, now]);
      this.#change(line.file, (text) =>
        text.replace(
          line.raw,
          kind === 'value'
            ? line.raw.replace(`: ${value}`, `: ${now}`)
            : line.raw.replace(words, `${words} ${now}`),
        ),
      );
    }
  }

  /** Two versions of a note may have words in common. */
  #expect(found: readonly string[], by = 1): void {
    for (const each of new Set(found)) this.#counts.set(each, (this.#counts.get(each) ?? 0) + by);
  }

  #drop({ words }: { readonly words: string }): void {
    this.#expect(tokens(words), -1);
  }

  get expected(): ReadonlySet<string> {
    return new Set([...this.#counts].flatMap(([each, count]) => (count > 0 ? [each] : [])));
  }

  async inBank(kind: (typeof BANK)[number], at: number): Promise<void> {
    const value = this.token(kind);
    if (kind === 'remember') {
      const about = `Person ${at % 7}`;
      await this.memory.remember({
        content: `${about} has ${value}`,
        note: { about, aspect: `aspect ${this.#made}`, value },
      });
      this.#expect([value]);
      return;
    }
    const { memories } = await this.memory.list({ kinds: ['note'], limit: 500 });
    const found = memories.flatMap((each) => {
      const line = this.known.find(({ id }) => id === each.id && !this.#inBank.has(id));
      const alone =
        memories.filter(
          ({ note }) => note?.about === each.note?.about && note?.aspect === each.note?.aspect,
        ).length === 1;
      // What a forgotten note had replaced would hold again.
      return line === undefined || (kind === 'forget' && !alone) ? [] : [{ line, each }];
    });
    const { line, each } = found[at % Math.max(1, found.length)] ?? {};
    if (line === undefined || each?.note === undefined) return;
    this.#inBank.add(line.id);
    if (!this.#inFolder.has(line.id)) this.#drop(line);
    const { about, aspect } = each.note;
    if (kind === 'forget') await this.memory.forget([line.id]);
    else if (kind === 'replace') {
      this.#expect([value]);
      await this.memory.remember({
        content: `${about} has ${value}`,
        note: { about, aspect, value, replaces: [line.id] },
      });
    } else {
      this.#expect([...tokens(line.words), value]);
      await this.memory.update(line.id, { content: `${each.content} ${value}` });
    }
  }

  /** The notes as the last sync wrote them. */
  known: { id: string; value: string; words: string }[] = [];
}

const currentOf = (text: string): string => text.split('<details>')[0] ?? '';
const tokens = (text: string): string[] =>
  text.match(/\b(?:value|words|new|replace|update|remember)\d+q\b/gu) ?? [];

it('loses nothing of what is edited on both sides at once, and both say the same afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = seededRandom(seed);
      const upTo = (most: number): number => random.uint32() % most;
      const { memory } = await openTestMemory();
      const world = new World(memory, temporaryFolder());
      for (let at = 0; at < 8; at++) await world.inBank('remember', at);
      await memory.files.sync(world.folder);
      for (let round = 0; round < ROUNDS; round++) {
        world.begin();
        world.known = world.lines();
        for (let edit = 0; edit < EDITS; edit++)
          if (upTo(100) < FOLDER_SHARE)
            world.inFolder(FOLDER[upTo(FOLDER.length)] ?? 'value', upTo(1_000));
          else await world.inBank(BANK[upTo(BANK.length)] ?? 'replace', upTo(1_000));
        const report = await memory.files.sync(world.folder);
        expect(report.held).toEqual([]);
        expect(report.left).toEqual([]);

        const texts = world.files().map((name) => readFileSync(join(world.folder, name), 'utf8'));
        const shown = new Set(texts.flatMap((text) => tokens(currentOf(text))));
        expect([...world.expected].filter((each) => !shown.has(each))).toEqual([]);
        expect([...shown].filter((each) => !world.expected.has(each))).toEqual([]);
        for (const own of world.prose) expect(texts.join('\n')).toContain(own);

        const again = await memory.files.sync(world.folder);
        expect([again.edits, again.written]).toEqual([[], []]);
        const fresh = temporaryFolder();
        await memory.files.sync(fresh);
        expect(
          world
            .lines()
            .map(({ id, value, words }) => `${id} ${value} ${words}`)
            .sort(),
        ).toEqual(
          new World(memory, fresh)
            .lines()
            .map(({ id, value, words }) => `${id} ${value} ${words}`)
            .sort(),
        );
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
