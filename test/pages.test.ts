/** The pages for people: their links lead somewhere, and the files they name are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...filesBelow('docs').filter(
    (file) => file.endsWith('.md') && !file.startsWith(join('docs', 'api')),
  ),
];
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Anchors as hosts of code make them of headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = textOf(page)
    .replace(/```[\s\S]*?```/g, '')
    .matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(headings, ([, heading = '']) =>
      heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

const linksOf = (page: string) =>
  Array.from(textOf(page).matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g), ([, text = '', link = '']) => ({
    text,
    link,
  })).filter(({ link }) => !/^https?:/.test(link));

describe.each(pages)('%s', (page) => {
  it('has links that lead to files, headings and the decisions they name', () => {
    const wrong = linksOf(page).filter(({ text, link }) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      if (!existsSync(join(ROOT, target))) return true;
      const number = /^(?:decision )?(\d+)$/i.exec(text)?.[1];
      const decision = /decisions\/(\d{4})-/.exec(link)?.[1];
      return (
        (anchor !== undefined && !anchorsOf(target).has(anchor)) ||
        (number !== undefined && decision !== undefined && Number(number) !== Number(decision))
      );
    });
    expect(wrong).toEqual([]);
  });
});

it('the map of the code names files that are there', () => {
  const files = ['packages', 'bench', 'test', 'scripts'].flatMap(filesBelow);
  const named = Array.from(
    textOf('docs/architecture.md').matchAll(/`([\w/.-]+\.(?:ts|wat|mjs))`/g),
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(100);
  expect(
    named.filter((name) => !files.some((file) => file.endsWith(join('/', name)) || file === name)),
  ).toEqual([]);
});

it('the index of decisions names each of them once, by its title', () => {
  const files = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  const titleOf = (file: string): string =>
    /^# (?:\d+\.? )?(.+)$/m.exec(textOf(join('docs/decisions', file)))?.[1] ?? '';
  const listed = linksOf('docs/decisions/README.md').filter(({ text }) => /^\d+\. /.test(text));
  expect(listed.map(({ text, link }) => `${link} ${text}`).sort()).toEqual(
    files.map((file) => `${file} ${Number(file.slice(0, 4))}. ${titleOf(file)}`).sort(),
  );
});
