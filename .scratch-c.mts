import { countTokens as real } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens } from '/work/main/src/language/count-tokens.ts';
import { ENGLISH_STOP_WORDS } from '/work/main/src/language/english-stop-words.ts';
import { SYNONYMS } from '/work/main/src/language/lexicon/synonyms.ts';
import { TOPICS } from '/work/main/src/language/lexicon/topics.ts';
import { IRREGULAR } from '/work/main/src/language/lexicon/irregular-forms.ts';
const L=[...new Set([...ENGLISH_STOP_WORDS,IRREGULAR,SYNONYMS,TOPICS].join(' ').match(/[a-z]{2,}/g)!)].filter(w=>w.length<=8);
const h:any={};for(const [n,f] of [['bare',(w:string)=>w],['sp',(w:string)=>' '+w],['bareS',(w:string)=>w+'s'],['spS',(w:string)=>' '+w+'s'],['Cap',(w:string)=>w[0]!.toUpperCase()+w.slice(1)],['spCap',(w:string)=>' '+w[0]!.toUpperCase()+w.slice(1)]] as const){const c=[0,0,0,0,0];for(const w of L)c[Math.min(4,real(f(w)))]++;h[n]=c;}
console.log(L.length,h);
for(let len=2;len<=8;len++){const x=L.filter(w=>w.length===len);console.log(len,x.length,'bare>1',x.filter(w=>real(w)>1).length,'bare>2',x.filter(w=>real(w)>2).length);}
