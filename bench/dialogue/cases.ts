import { readFileSync } from 'node:fs';
import type { StageOutput } from './stage-output.js';
import { projectFile } from '../project-file.js';

/** An edit of a case: claims are named by words of theirs, as their ids are not known before. */
export type CaseEdit =
  | { readonly op: 'add'; readonly text: string; readonly rationale?: string }
  | { readonly op: 'remove'; readonly claim: string; readonly reason: string }
  | { readonly op: 'modify'; readonly claim: string; readonly text: string }
  | { readonly op: 'elevate'; readonly claim: string; readonly kind: string }
  | { readonly op: 'topology'; readonly value: string }
  | { readonly op: 'ghost'; readonly value: string | null };

export interface ExpectedBridge {
  readonly conclusion?: string;
  readonly nextStep?: string;
  readonly userGhost?: string;
  readonly positive?: readonly string[];
  readonly negative?: readonly string[];
  readonly openEdges?: readonly string[];
  readonly userAdditions?: readonly string[];
  readonly userPriorities?: readonly string[];
}

export interface ExpectedRoutes {
  readonly route: 'map' | 'raw' | 'error';
  readonly conclusionFrom?: string;
  readonly topology?: string;
  readonly container?: string;
  readonly orientation?: string;
  readonly antagonistTarget?: string;
  readonly intensity?: string;
  readonly failed?: readonly string[];
}

export interface CaseTurn {
  readonly query: string;
  readonly answers: readonly { readonly model: string; readonly text: string }[];
  readonly stages?: Readonly<Record<string, StageOutput>>;
  readonly edits?: readonly CaseEdit[];
  readonly expect: {
    readonly bridge: ExpectedBridge;
    readonly routes: ExpectedRoutes;
    readonly landscape?: { readonly has?: readonly string[]; readonly not?: readonly string[] };
  };
}

export interface DialogueCase {
  readonly id: string;
  readonly turns: readonly CaseTurn[];
}

export interface Meeting {
  readonly topic: string;
  readonly statements: readonly {
    readonly speaker: string;
    /** Statements of one claim have the same mark. */
    readonly claim: string;
    readonly text: string;
  }[];
}

/** The seen half served to build by; the unseen half was first run when all was built. */
export type Half = 'seen' | 'unseen';

/** Who wrote a case: one who knew none of the rules, or whoever wrote the rules. */
export type Author = 'others' | 'own';

export const readCases = (author: Author, half: Half): readonly DialogueCase[] =>
  read(`${PREFIXES[author]}cases-${half}`);
export const readMeetings = (author: Author, half: Half): readonly Meeting[] =>
  read(`${PREFIXES[author]}claims-${half}`);

const PREFIXES: Readonly<Record<Author, string>> = { others: 'other-', own: '' };

function read<Item>(name: string): readonly Item[] {
  return readFileSync(projectFile(`bench/data/dialogue/${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
}
