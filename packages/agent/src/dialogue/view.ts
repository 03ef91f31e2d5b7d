import type { CurationReceipt, StageReceipt } from './amend-dialogue.js';
import type { PreferenceProfile } from './preference-profile.js';
import type { DialogueAnswer, ShownTurn, TurnList } from './read-dialogue.js';
import type { TurnReceipt } from './turn.js';
import {
  bad,
  bold,
  counted,
  dim,
  good,
  moment,
  shorten,
  table,
  type TextFormat,
} from '@mneme/core/format/style.js';

type MapperArtifact = TurnReceipt['artifact'];
type ContextBridge = TurnReceipt['bridge'];
type CuratedArtifact = CurationReceipt['curated'];
type CuratedClaim = CuratedArtifact['claims'][number];

const LABELS: Readonly<Record<MapperArtifact['topology'], string>> = {
  high_confidence: 'they agree',
  dimensional: 'each looks at another side',
  contested: 'they pull apart',
};

export function renderTurn(receipt: TurnReceipt): string {
  const { artifact, answers, route, turn, exploration, notes } = receipt;
  const failed = answers.filter((answer) => answer.failed !== null);
  return [
    `${bold(turn)}  ${counted(answers.length - failed.length, 'answer')}, ${counted(artifact.claims.length, 'claim')}: ${
      route === 'raw' ? 'one voice alone' : LABELS[artifact.topology]
    }${dim(` · best shown as ${exploration.container.replace('_', ' ')}`)}`,
    ...artifact.claims.map((claim) =>
      claimLine({ ...claim, added: false, original: null, elevated: null, rationale: null }),
    ),
    ...tensionLines(artifact),
    ...(artifact.ghost === null ? [] : [`nobody answered: ${artifact.ghost}`]),
    ...failed.map(({ model, failed: why }) => bad(`${model} gave no answer: ${why ?? ''}`)),
    ...notes.map((note) => dim(note)),
  ].join('\n');
}

export function renderStage({ stage, made, failed, prompt, bridge }: StageReceipt): string {
  if (prompt !== null)
    return [
      `No language model is configured. Ask one of yours, and hand its answer in as \`output\` of ${stage}:`,
      '',
      prompt.system,
      '',
      prompt.text,
      '',
      `Answer as JSON of this schema: ${JSON.stringify(prompt.answer)}`,
    ].join('\n');
  return [
    made
      ? good(`${stage}: done`)
      : bad(`${stage} gave nothing, the turn stands as before: ${failed ?? ''}`),
    ...bridgeLines(bridge),
  ].join('\n');
}

export function renderCuration({ curated, notes, edit }: CurationReceipt): string {
  return [
    `Edited by ${edit.by}, ${curated.intensity ?? 'light'} in all.`,
    ...curatedLines(curated),
    ...notes.map((note) => dim(note)),
  ].join('\n');
}

function renderShownTurn(shown: ShownTurn, screen: Pick<TextFormat, 'zone'> = {}): string {
  const { query, turn, session, at, curated, artifact, edits, bridge } = shown;
  return [
    `${bold(turn)}  ${session}, ${moment(at, screen)}`,
    `“${query}”`,
    ...curatedLines(curated),
    ...tensionLines(artifact),
    ...(edits.length === 0
      ? []
      : [
          dim(
            `${counted(edits.length, 'edit')} by ${[...new Set(edits.map(({ by }) => by))].join(', ')}`,
          ),
        ]),
    ...bridgeLines(bridge),
  ].join('\n');
}

function renderTurns({ turns }: TurnList, screen: TextFormat): string {
  if (turns.length === 0) return 'No turn is kept.';
  return table(
    ['turn', 'session', 'when', 'asked', 'came to', 'edits'],
    turns.map(({ turn, session, at, query, conclusion, edits }) => [
      turn,
      shorten(session, 20),
      moment(at, screen),
      shorten(query, 40),
      shorten(conclusion ?? 'nothing in common', 50),
      String(edits),
    ]),
    screen,
  );
}

function curatedLines({
  claims,
  removed,
  cascade,
  ghost,
  ghostOverridden,
}: CuratedArtifact): string[] {
  return [
    ...claims.map(claimLine),
    ...removed.map(({ claim, reason, by }) =>
      dim(`  − ${claim.id}  ${claim.text} (${reason}, ${by})`),
    ),
    ...cascade.orphaned.map(({ text, lost }) => bad(`“${text}” needed “${lost}”, which is gone`)),
    ...cascade.resolved.map(({ survivor }) => `nothing stands against “${survivor}” any more`),
    ...(ghost === null ? [] : [`${ghostOverridden ? 'you ask' : 'nobody answered'}: ${ghost}`]),
  ];
}

function claimLine({
  id,
  text,
  supporters,
  elevated,
  added,
  original,
  outlier,
}: CuratedClaim): string {
  const mark = elevated !== null ? '★' : added ? '+' : outlier === 'frame_challenger' ? '!' : ' ';
  const by = added ? 'you' : supporters.join(', ');
  const changed = original === null ? '' : dim(` (was: ${original})`);
  return `${mark} ${id.padEnd(4)}${text}${changed} ${dim(`— ${by}`)}`;
}

const tensionLines = ({ tensions, claims }: MapperArtifact): string[] =>
  tensions.map(({ between: [a, b], axis, type }) => {
    const has = (id: string): boolean => claims.some((claim) => claim.id === id);
    return has(a) && has(b)
      ? dim(
          `  ${a} and ${b} ${type === 'conflicts' ? 'exclude each other' : 'pull apart'}${axis === null ? '' : ` (${axis})`}`,
        )
      : '';
  });

function bridgeLines({ conclusion, openEdges, nextStep, userSignal }: ContextBridge): string[] {
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['came to', conclusion?.text],
    ['open', openEdges.join(' · ')],
    ['next', nextStep],
    ['you put first', userSignal?.priorities.join(' · ')],
  ];
  return rows.flatMap(([name, text]) =>
    text === undefined || text === null || text === '' ? [] : [`${dim(`${name}:`)} ${text}`],
  );
}

export function renderPreferences(
  { preferences, edits, steering }: PreferenceProfile,
  screen: TextFormat,
): string {
  const said = `Read off ${counted(edits, 'edit')}; ${steering ? 'it steers what is extracted, recalled and dwelt on' : 'it steers nothing'}.`;
  if (preferences.length === 0) return said;
  return [
    said,
    table(
      ['of', 'name', 'weight', 'met', ''],
      preferences.map(({ aspect, name, weight, seen, corrected }) => [
        aspect,
        name,
        weight.toFixed(2),
        String(seen),
        corrected ? 'set by hand' : '',
      ]),
      screen,
    ),
  ].join('\n');
}

export function renderDialogue(answer: DialogueAnswer, screen: TextFormat): string {
  const { turns, next, shown, bridge, history } = answer;
  if (shown !== null) return renderShownTurn(shown);
  if (history !== null)
    return history.text === '' ? 'No earlier conversation bears on it.' : history.text;
  if (bridge?.bridge === null) return 'No turn of this conversation is kept.';
  return [renderTurns({ turns, next }, screen), ...(bridge === null ? [] : [bridge.text])].join(
    '\n',
  );
}
