import { readLexicon } from '../lexicon/read-lexicon.js';
import type { Stemmer } from '../stem.js';

/**
 * Words by their relation to a cause, one family per line: its name, then its words. After the classes of
 * causative verbs of Talmy (1988) and Levin (1993), and of the connectives of the Penn Discourse Treebank
 * (Prasad et al. 2008).
 */
const FAMILIES = `
result cause lead result bring produce create generate spark trigger prompt provoke ignite fuel fan spur unleash induce yield entail incite
make make force compel drive push oblige pressure render leave turn send plunge thrust
enable enable allow let help permit facilitate encourage inspire motivate empower contribute
hinder prevent block stop halt disrupt hamper delay hinder obstruct thwart avert deter foil hold paralyse bar ban stall cripple
harm kill injure wound hurt damage destroy burn torch hit hack shoot stab bomb maim behead attack beat assault
react react respond retaliate protest condemn denounce slam criticise mourn oppose resist object reject boycott defy strike rally march demonstrate agitate
demand demand seek urge call press appeal want ask insist vow claim aim intend plan hope try attempt
punish arrest detain charge sentence convict fine suspend dismiss sack punish jail blame accuse sue penalise expel
follow follow ensue stem arise emerge erupt result originate derive spring flare
fear fear anger outrage fury frustration resentment grievance discontent dissatisfaction tension dispute row feud rivalry
reason reason cause motive purpose aim goal result consequence effect outcome impact aftermath response reaction retaliation revenge solidarity support memory wake
`;

/** Family by stem. */
export function causeFamilies(stemmer: Stemmer): ReadonlyMap<string, string> {
  const families = new Map<string, string>();
  for (const [name, ...members] of readLexicon(FAMILIES)) {
    for (const member of members) families.set(stemmer(member, 'en'), name ?? '');
  }
  return families;
}
