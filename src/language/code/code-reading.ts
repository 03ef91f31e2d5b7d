import type { CodeLanguage } from './code-language.js';

/**
 * What a word of code is there for: the name of what is defined, the first sentence on it, other comments, what is called,
 * parameters, imports, the words of literals, any other identifier.
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

/** A stem and what it is there for. */
export interface CodeTerm {
  readonly term: string;
  readonly role: CodeRole;
}

/** Two leaves of a syntax tree and the way between them, by the types of its nodes (Alon et al. 2019). */
export interface PathContext {
  readonly from: string;
  /** Hash of the types on the way, up and down. */
  readonly path: number;
  readonly to: string;
}

/** A piece of code, read. */
export interface CodeReading {
  /** Null when no grammar reads it: then its identifiers are lexed. */
  readonly language: CodeLanguage | null;
  readonly terms: readonly CodeTerm[];
  readonly paths: readonly PathContext[];
  /** Share of the code that does not parse, 0..1; 1 where there was no grammar. */
  readonly broken: number;
}
