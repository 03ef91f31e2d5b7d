import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { CodeCorpus } from './code-corpus.js';

const Queries = z.array(z.object({ doc: z.string(), retrieval_idx: z.int() }));
const Index = z.record(z.string(), z.int());

/** CoSQA (Huang et al. 2021): web queries and the Python function that answers each, out of all functions of its index, docstrings in place. */
export function readCosqa(path: string): CodeCorpus {
  const index = Index.parse(
    JSON.parse(readFileSync(join(dirname(path), 'cosqa-code_idx_map.txt'), 'utf8')),
  );
  return {
    functions: Object.entries(index).map(([code, at]) => ({ name: String(at), code })),
    queries: Queries.parse(JSON.parse(readFileSync(path, 'utf8'))).map(
      ({ doc, retrieval_idx }) => ({ text: doc, answer: String(retrieval_idx) }),
    ),
  };
}

const PYTHON_DOCSTRING =
  /^(\s*(?:@[^\n]*\n\s*)*(?:async\s+)?def\s[^\n]*(?:\n(?!\s*[rRuU]?(?:"""|'''))[^\n]*){0,6}?:[ \t]*\n)\s*[rRuU]?("""|''')([\s\S]*?)\2[ \t]*\n?/;

/** The same functions without their docstrings, each to be found by its docstring's first paragraph: code as it often is, undocumented. */
export function withoutDocstrings({ functions }: CodeCorpus, every: number): CodeCorpus {
  const stripped = functions.map(({ name, code }) => {
    const [, head = '', , documentation = ''] = PYTHON_DOCSTRING.exec(code) ?? [];
    const text = (documentation.trim().split(/\n\s*\n|\n\s*[:@]/)[0] ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    return { name, text, code: head === '' ? code : code.replace(PYTHON_DOCSTRING, '$1') };
  });
  return {
    functions: stripped.map(({ name, code }) => ({ name, code })),
    queries: stripped
      .filter(({ text }) => text.split(' ').length >= MIN_WORDS)
      .filter((_, at) => at % every === 0)
      .map(({ name, text }) => ({ text: text.slice(0, 1_000), answer: name })),
  };
}

/** A shorter description says too little to find anything by. */
const MIN_WORDS = 4;
