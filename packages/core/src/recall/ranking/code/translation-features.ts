import type { CodeFeatureGroup } from './code-pool.js';
import { CALLED, NAME, ROLES } from './function-words.js';

/** How well the code's words translate the question's documentation words, by a translation model that ships. */
export const translationFeatures: CodeFeatureGroup = {
  names: ['translated', 'translated_name', 'translated_called', 'translated_sum'],
  prepare:
    ({ question: { words, total } }) =>
    (match) => {
      const { own, translated } = match;
      let [any, name, called, sum] = [0, 0, 0, 0];
      for (const at of match.touched) {
        const weight = words[at]?.weight ?? 0;
        const row = at * ROLES;
        const held = (match.frequencies[at] ?? 0) > 0;
        any += weight * (held ? 1 : (translated.any[at] ?? 0));
        name += weight * ((own[row + NAME] ?? 0) > 0 ? 1 : (translated.name[at] ?? 0));
        called += weight * ((own[row + CALLED] ?? 0) > 0 ? 1 : (translated.called[at] ?? 0));
        if (!held) sum += weight * Math.min(1, translated.sum[at] ?? 0);
      }
      return [any / total, name / total, called / total, sum / total];
    },
};
