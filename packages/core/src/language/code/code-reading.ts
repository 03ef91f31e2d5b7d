import type { CodeLanguage } from './code-language.js';

/**
 * The role of a word in code: the name of what is defined, the first sentence describing it, other
 * comments, what is called, parameters, imports, words in literals, any other identifier.
 */
export const CODE_ROLES = [
  'name',
  'summary',
  'comment',
  'called',
  'parameter',
  'import',
  'literal',
  'identifier',
] as const;
export type CodeRole = (typeof CODE_ROLES)[number];

/** A stem and its role. */
export interface CodeTerm {
  readonly term: string;
  readonly role: CodeRole;
}

/** Two leaves of a syntax tree and the path between them, by node types (Alon et al. 2019). */
export interface PathContext {
  readonly from: string;
  /** Hash of the node types on the path, up and down. */
  readonly path: number;
  readonly to: string;
}

/** The analysis of a piece of code. */
export interface CodeReading {
  /** Null without a grammar: then its identifiers are lexed. */
  readonly language: CodeLanguage | null;
  readonly terms: readonly CodeTerm[];
  readonly paths: readonly PathContext[];
  /** Share of the code that does not parse, 0..1; 1 without a grammar. */
  readonly broken: number;
}
