import { createHash } from 'node:crypto';
import { isoSecond } from '@mneme/core/domain/time.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import {
  SUMMARISE_ENTITY_VERSION,
  summariseEntity,
  type EntitySummary,
} from '@mneme/core/prompts/summaries.js';
import type { Claim, ReflectRun } from './reflect-run.js';
import type { EntityEvidence } from './entity-evidence.js';

/** Maximum number of memories given to a model: those that state something first, then the newest. */
const MAX_MEMORIES = 60;
const LONGEST_MEMORY = 600;

/** Hash of a summary's input and author: the same input gives the same summary, so the model is not asked again. */
export function basisOf({ memories }: EntityEvidence, run: ReflectRun): string {
  const model = run.ports.languageModel?.id ?? '';
  const parts = [
    model,
    SUMMARISE_ENTITY_VERSION,
    run.disposition,
    memories.map(({ id, version }) => `${id}/${version}`),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/**
 * A summary by the configured language model, checked; null, with a notice, if it gives no valid one. Throws only
 * `interrupted`.
 */
export async function claimsOfModel(
  evidence: EntityEvidence,
  run: ReflectRun,
): Promise<Claim[] | null> {
  const { languageModel } = run.ports;
  if (languageModel === undefined) return null;
  const memories = handedOver(evidence);
  const prompt = summariseEntity({
    name: evidence.entity.name,
    type: evidence.entity.type,
    memories: memories.map(({ id, saidAt, speaker, content }) => ({
      id,
      said: isoSecond(saidAt).slice(0, 10),
      speaker,
      content: content.slice(0, LONGEST_MEMORY),
    })),
    disposition: run.disposition,
  });
  try {
    const { claims, dropped } = checkedClaims(
      await languageModel.complete(prompt, run.options.signal),
      memories,
      evidence.entity,
    );
    if (dropped > 0)
      run.notices.add(
        `${dropped} sentences of ${languageModel.id} about ${evidence.entity.name} were left out: the memories they cite do not say so.`,
      );
    return claims.length === 0 ? null : claims;
  } catch (error) {
    if (run.options.signal?.aborted === true) throw error;
    run.notices.add(
      `The language model gave no summary, templates did: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}

function handedOver({ memories, statements }: EntityEvidence): Memory[] {
  const stating = new Set(statements.map(({ memory }) => memory.id));
  const first = memories.filter(({ id }) => stating.has(id)).slice(-MAX_MEMORIES);
  const rest = memories
    .filter(({ id }) => !stating.has(id))
    .slice(-Math.max(1, MAX_MEMORIES - first.length));
  const chosen = new Set([...first, ...(first.length >= MAX_MEMORIES ? [] : rest)]);
  return memories.filter((memory) => chosen.has(memory));
}

/** Capitalised words within a sentence, and numbers: what a model must not make up. */
const TELLING = /(?<=[\p{L}\p{N},;:)”"'’]\s)\p{Lu}[\p{L}\p{N}’'-]*|\p{N}+/gu;
const CALENDAR =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|I)$/;

/** Claims that cite given memories, and whose names and numbers occur in them. */
export function checkedClaims(
  summary: EntitySummary,
  memories: readonly Memory[],
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
): { claims: Claim[]; dropped: number } {
  const byId = new Map<string, Memory>(memories.map((memory) => [memory.id, memory]));
  const claims = summary.claims.flatMap(({ text, memories: cited }): Claim[] => {
    const grounds = [...new Set(cited)]
      .flatMap((id) => byId.get(id) ?? [])
      .sort((a, b) => b.saidAt - a.saidAt);
    return grounds.length > 0 && isGrounded(text, grounds, [name, ...aliases])
      ? [{ text: text.trim(), memories: grounds, label: 'summary' }]
      : [];
  });
  return { claims, dropped: summary.claims.length - claims.length };
}

function isGrounded(text: string, grounds: readonly Memory[], known: readonly string[]): boolean {
  const said = [
    ...known,
    ...grounds.flatMap(({ content, speaker, saidAt, dates }) => [
      content,
      speaker ?? '',
      isoSecond(saidAt),
      ...dates.flatMap(({ from, to }) => [isoSecond(from), isoSecond(to - 1)]),
    ]),
  ]
    .join(' ')
    .toLowerCase();
  return (text.match(TELLING) ?? []).every(
    (word) => CALENDAR.test(word) || isSaid(word.toLowerCase().replace(/['’]s$/, ''), said),
  );
}

/** A number may have a leading zero or not, as in days and months. */
function isSaid(word: string, said: string): boolean {
  return said.includes(word) || (/^\d$/.test(word) && said.includes(`0${word}`));
}
