import type { OutputOf } from '../../../operations/table.js';
import { T } from '../../texts/index.js';
import { Bars } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';

/** What each path brought, and how long each step took. */
export function Ranking({ why }: { readonly why: OutputOf<'why'> }) {
  return (
    <div class="columns">
      <Card title={T.ask.paths} aside={T.ask.considered(why.considered)}>
        <Bars
          bars={why.paths.map(({ path, found, note }) => ({
            name: path,
            value: found,
            words: note === null ? T.ask.found(found) : note,
          }))}
        />
        <p class="small muted top-gap">
          {why.reasoning}
          {why.cues.length > 0 && ` · ${why.cues.join(', ')}`}
        </p>
      </Card>
      <Card title={T.ask.steps}>
        <Bars
          bars={Object.entries(why.timings).map(([name, ms]) => ({
            name,
            value: ms,
            words: T.ask.ms(ms),
          }))}
        />
      </Card>
      <Card title={T.ask.ranking}>
        <PathTable why={why} />
      </Card>
    </div>
  );
}

/** Each result's rank in each path. */
function PathTable({ why }: { readonly why: OutputOf<'why'> }) {
  const paths = why.paths.filter(({ found }) => found > 0).map(({ path }) => path);
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={T.ask.ranking}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{T.memory.title}</th>
            {paths.map((path) => (
              <th key={path} scope="col">
                {path}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {why.results.map(({ id, rank, content, paths: found }) => (
            <tr key={id}>
              <td class="number">{rank}</td>
              <td class="text">{content.length > 70 ? `${content.slice(0, 69)}…` : content}</td>
              {paths.map((path) => (
                <td key={path} class="number">
                  {found.find((each) => each.path === path)?.rank ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
