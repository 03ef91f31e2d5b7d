import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { MAX_CONTENT } from '../packages/core/src/domain/memory.js';
import type { CodeCorpus } from './code-corpus.js';

/** A shorter description says too little to find anything by. */
const MIN_WORDS = 4;

/** Documented functions of a folder's TypeScript or JavaScript: each is to be found by its description, which is taken out of the code. */
export function readDocumented(folders: readonly string[]): CodeCorpus {
  const functions: { name: string; code: string }[] = [];
  const queries: { text: string; answer: string }[] = [];
  const seen = new Set<string>();
  for (const path of folders.flatMap(sources)) {
    const source = ts.createSourceFile(
      path,
      readFileSync(path, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (isFunction(node)) {
        const code = node.getText(source);
        const name = `${path}:${node.getStart(source)}`.slice(-190);
        const description = descriptionOf(node);
        if (description !== null && code.length <= MAX_CONTENT && !seen.has(code)) {
          seen.add(code);
          functions.push({ name, code });
          queries.push({ text: description, answer: name });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { functions, queries };
}

function sources(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return sources(path);
      return /\.[mc]?[jt]s$/.test(name) && !/\.(?:test|d)\.[mc]?ts$/.test(name) ? [path] : [];
    });
}

function isFunction(node: ts.Node): boolean {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.some(
      ({ initializer }) =>
        initializer !== undefined &&
        (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
    );
  return (
    (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body !== undefined
  );
}

/** The words before the first tag, links as their text; null where there are too few. */
function descriptionOf(node: ts.Node): string | null {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const text =
    ts
      .getTextOfJSDocComment(comment?.comment)
      ?.replace(/\{@link\s+([^}]*)\}/g, '$1')
      .replace(/```[\s\S]*?```/g, '')
      .replace(/\s+/g, ' ')
      .trim() ?? '';
  return text.split(' ').length < MIN_WORDS ? null : text.slice(0, 1_000);
}
