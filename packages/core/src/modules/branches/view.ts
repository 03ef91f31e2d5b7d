import type { BranchComparison, BranchMerge } from './merge-branch.js';
import type { BranchMade } from './make-branch.js';
import { bad, bold, counted, dim, good, shorten } from '../../format/style.js';

/** Maximum number of memories shown of each side. */
const MAX_SHOWN = 20;

export const renderBranchMade = ({ branch, of, memories, tookMs }: BranchMade): string =>
  `${good('Forked')} ${of} into ${bold(branch)}: ${counted(memories, 'memory', 'memories')} in ${(tookMs / 1000).toFixed(1)} s.\n${dim(`Work on it with --bank ${branch}; take it over with \`mneme branch merge ${branch} --bank ${of}\`.`)}`;

export function renderComparison({
  branch,
  bank,
  inBranch,
  inBank,
  conflicts,
}: BranchComparison): string {
  return [
    side(branch, inBranch),
    side(bank, inBank),
    conflicts.length === 0
      ? good('The two do not disagree.')
      : [
          bad(`${conflicts.length} changed on both sides:`),
          ...conflicts.map(({ kind, id, what, fields }) =>
            [
              `  ${kind} ${dim(id)} ${shorten(what, 100)}`,
              ...fields.map(
                (each) =>
                  `    ${each.field}: ${shorten(each.bank, 60)} ${dim(`in ${bank},`)} ${shorten(each.branch, 60)} ${dim(`in ${branch}`)}`,
              ),
            ].join('\n'),
          ),
        ].join('\n'),
  ].join('\n\n');
}

const SIGNS = { added: '+', changed: '~', 'taken back': '-' } as const;

function side(name: string, memories: BranchComparison['inBranch']): string {
  const more = memories.length - MAX_SHOWN;
  return [
    bold(`${counted(memories.length, 'memory', 'memories')} by what was done in ${name}`),
    ...memories
      .slice(0, MAX_SHOWN)
      .map(({ id, content, what }) => `  ${SIGNS[what]} ${dim(id)} ${shorten(content, 100)}`),
    ...(more > 0 ? [dim(`  and ${more} more`)] : []),
  ].join('\n');
}

export function renderBranchMerge(merge: BranchMerge): string {
  const { branch, bank, records, merged } = merge;
  const head = merged
    ? `${good('Merged')} ${branch} into ${bank}: ${counted(records, 'record')}. ${dim('Contradictions between the two: `mneme conflicts --scan`.')}`
    : records === 0
      ? `There is nothing of ${branch} that ${bank} does not have.`
      : `${counted(records, 'record')} of ${branch} would be put into ${bank}.`;
  return `${renderComparison(merge)}\n\n${head}`;
}
