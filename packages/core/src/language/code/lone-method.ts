import type { CodeLanguage } from './code-language.js';

/** A method is only one within a class: alone, `add(item) { … }` parses as a call and a block. */
const CLASSES: Partial<Readonly<Record<CodeLanguage, readonly [before: string, after: string]>>> = {
  typescript: ['(class {\n', '\n})'],
  tsx: ['(class {\n', '\n})'],
  javascript: ['(class {\n', '\n})'],
  java: ['class _ {\n', '\n}'],
};

const COMMENTS = /^(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*/;
/** The contents of angle brackets, three levels deep; unambiguous, or long heads would backtrack. */
const FLAT = '[^<>(){};=]*';
const DEEPER = `${FLAT}(?:<${FLAT}>${FLAT})*`;
const GENERIC = `<${FLAT}(?:<${DEEPER}>${FLAT})*>`;
/** Decorators, modifiers and types, a name, a parenthesis. */
const HEAD = new RegExp(
  String.raw`^(?:@[\w.]+(?:\([^()]*\))?\s+)*(?:[\w.]+(?:${GENERIC})?(?:\[\])*\s+)*\*?\s*(?:#?[\w$]+|\[[^\]\n]*\])\s*\??(?:${GENERIC})?\s*\(`,
);
/** Other constructs with a parenthesis after their first words. */
const NO_METHOD =
  /^(?:export|default|function|async\s+function|if|for|while|switch|return|catch|with|do|try|throw|await|yield|typeof|new|delete|void|import|const|let|var|class|interface|enum|else)\b/;

/** The code wrapped in a class, if it may be a method on its own; null if not. */
export function asLoneMethod(code: string, language: CodeLanguage): string | null {
  const around = CLASSES[language];
  if (around === undefined || !/\}\s*$/.test(code)) return null;
  const rest = code.slice((COMMENTS.exec(code) ?? [''])[0].length);
  const method = HEAD.test(rest.slice(0, LONGEST_HEAD)) && !NO_METHOD.test(rest);
  return method ? around[0] + code + around[1] : null;
}

const LONGEST_HEAD = 400;
