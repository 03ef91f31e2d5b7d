import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { createStemmer } from '../../packages/core/src/language/stem.js';
import { contentTerms } from '../../packages/core/src/language/terms.js';
import type { Mneme } from '../../packages/mneme/src/index.js';
import { openStepped } from '../stepped-memory.js';
import type { CaseEdit, CaseTurn, DialogueCase, ExpectedBridge, ExpectedRoutes } from './cases.js';
import { asGiven } from './stage-output.js';

/** What cases came to, summed up. */
export interface CaseTally {
  matched: number;
  expected: number;
  found: number;
  routesRight: number;
  routes: number;
}

type Bridge = Awaited<ReturnType<Mneme['dialogue']['turn']>>['bridge'];
type Log = (line: string) => void;

const stemmer = createStemmer();
/** So many of an expected text's content words must be in the found one. */
const GIST = 0.75;

/** Plays each case through an opened memory, and holds the bridge behind each turn against what its author expects. */
export async function runCases(cases: readonly DialogueCase[], log?: Log): Promise<CaseTally> {
  const tally: CaseTally = { matched: 0, expected: 0, found: 0, routesRight: 0, routes: 0 };
  for (const { id, turns } of cases) {
    const { memory, set } = await openStepped();
    for (const [at, turn] of turns.entries()) {
      set(Date.UTC(2026, 0, 1) + at * 60_000);
      await playTurn(`${id}/${at + 1}`, turn, memory, tally, log);
    }
    await memory.close();
  }
  return tally;
}

async function playTurn(
  name: string,
  turn: CaseTurn,
  memory: Mneme,
  tally: CaseTally,
  log?: Log,
): Promise<void> {
  const { query, answers, stages = {}, edits = [], expect } = turn;
  const routes: Record<string, unknown> = {};
  let bridge: Bridge | null = null;
  try {
    const receipt = await memory.dialogue.turn({ session: 'case', query, answers: [...answers] });
    bridge = receipt.bridge;
    Object.assign(routes, {
      route: receipt.route,
      topology: receipt.artifact.topology,
      container: receipt.exploration.container,
    });
    const failed: string[] = [];
    const aim = { orientation: null as string | null, target: null as string | null };
    for (const [stage, output] of Object.entries(stages)) {
      const made = await memory.dialogue.stage({
        turn: receipt.turn,
        stage: stage as 'understand',
        output: asGiven(output),
      });
      bridge = made.bridge;
      if (!made.made) failed.push(stage);
    }
    if (edits.length > 0) {
      const curated = await memory.dialogue.curate(
        editOf(receipt.turn, edits, receipt.artifact.claims),
      );
      bridge = curated.bridge;
      routes['topology'] = curated.curated.topology;
      routes['intensity'] = curated.curated.intensity;
    }
    const { shown } = await memory.dialogue.read({ turn: receipt.turn });
    if (shown === null) throw new Error(`no turn ${receipt.turn}`);
    Object.assign(aim, { orientation: shown.orientation, target: shown.target });
    Object.assign(routes, {
      failed,
      orientation: aim.orientation,
      antagonistTarget: aim.target,
      conclusionFrom: bridge.conclusion?.source,
    });
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    routes['route'] = 'error';
    if (expect.routes.route !== 'error') log?.(`${name} ${error.message}`);
  }
  judgeRoutes(name, expect.routes, routes, tally, log);
  if (bridge !== null) judgeBridge(name, turn, bridge, tally, log);
}

function editOf(
  turn: string,
  edits: readonly CaseEdit[],
  claims: readonly { readonly id: string; readonly text: string }[],
): Parameters<Mneme['dialogue']['curate']>[0] {
  const named = (words: string): string => {
    const share = (text: string): number => overlap(words, text);
    return [...claims].sort((a, b) => share(b.text) - share(a.text))[0]?.id ?? 'none';
  };
  const of = <Op extends CaseEdit['op']>(op: Op): Extract<CaseEdit, { op: Op }>[] =>
    edits.filter((edit): edit is Extract<CaseEdit, { op: Op }> => edit.op === op);
  const [topology] = of('topology');
  const [ghost] = of('ghost');
  return {
    turn,
    add: of('add').map(({ text, rationale }) => ({ text, ...(rationale && { rationale }) })),
    remove: of('remove').map(({ claim, reason }) => ({
      claim: named(claim),
      reason: reason as 'noise',
    })),
    modify: of('modify').map(({ claim, text }) => ({ claim: named(claim), text })),
    elevate: of('elevate').map(({ claim, kind }) => ({
      claim: named(claim),
      type: kind as 'starred',
    })),
    ...(topology && { topology: topology.value as 'contested' }),
    ...(ghost && { ghost: ghost.value }),
  };
}

function judgeRoutes(
  name: string,
  expected: ExpectedRoutes,
  found: Readonly<Record<string, unknown>>,
  tally: CaseTally,
  log?: Log,
): void {
  for (const [field, value] of Object.entries(expected)) {
    tally.routes++;
    if (JSON.stringify(found[field]) === JSON.stringify(value)) tally.routesRight++;
    else
      log?.(`${name} ${field}: ${JSON.stringify(found[field])}, expected ${JSON.stringify(value)}`);
  }
}

/** Slot by slot: an expected text is found when one of the slot has its gist, each for one; what else is in the slot counts against it. */
function judgeBridge(
  name: string,
  { expect }: CaseTurn,
  bridge: Bridge,
  tally: CaseTally,
  log?: Log,
): void {
  const { bridge: expected, landscape } = expect;
  const slots: Readonly<Record<keyof ExpectedBridge, readonly string[]>> = {
    conclusion: bridge.conclusion === null ? [] : [bridge.conclusion.text],
    nextStep: bridge.nextStep === null ? [] : [bridge.nextStep],
    userGhost: [bridge.userSignal?.ghost ?? []].flat(),
    positive: bridge.established.positive.map(({ text }) => text),
    negative: bridge.established.negative.map(({ text }) => text),
    openEdges: bridge.openEdges,
    userAdditions: bridge.userSignal?.additions ?? [],
    userPriorities: bridge.userSignal?.priorities ?? [],
  };
  for (const [slot, texts] of Object.entries(slots) as [
    keyof ExpectedBridge,
    readonly string[],
  ][]) {
    const wanted = [expected[slot] ?? []].flat();
    const left = [...texts];
    const missed = wanted.filter((want) => {
      const at = left.findIndex((text) => overlap(want, text) >= GIST);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    tally.expected += wanted.length;
    tally.found += texts.length;
    tally.matched += wanted.length - missed.length;
    if (missed.length + left.length > 0)
      log?.(`${name} ${slot}: missed ${JSON.stringify(missed)}, has ${JSON.stringify(left)}`);
  }
  const told = bridge.landscape.claims.map(({ text }) => text);
  for (const want of landscape?.has ?? []) {
    const there = told.some((text) => overlap(want, text) >= GIST);
    tally.expected++;
    tally.found += there ? 1 : 0;
    tally.matched += there ? 1 : 0;
    if (!there) log?.(`${name} landscape misses ${want}`);
  }
  for (const unwanted of landscape?.not ?? [])
    if (told.some((text) => overlap(unwanted, text) >= GIST)) {
      tally.found++;
      log?.(`${name} landscape shows ${unwanted}`);
    }
}

/** The share of the wanted text's content words that the other has. */
function overlap(wanted: string, text: string): number {
  const of = (each: string): string[] => {
    const terms = contentTerms(each, 'en', stemmer);
    return terms.length > 0 ? terms : [each.toLowerCase()];
  };
  const [want, has] = [
    new Set(of(wanted)),
    new Set([...of(text), ...text.toLowerCase().split(/\W+/)]),
  ];
  return [...want].filter((term) => has.has(term)).length / Math.max(1, want.size);
}
