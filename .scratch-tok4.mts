import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens } from '/work/main/src/language/count-tokens.ts';
import { countTokens as real } from 'gpt-tokenizer/encoding/o200k_base';
const d = JSON.parse(readFileSync('/work/shared/data/locomo/locomo-dev.json','utf8'));
const turns: any[] = [];
for (const c of d) for (const [k,v] of Object.entries(c.conversation as any)) if (/^session_\d+$/.test(k)) turns.push(...v as any[]);
let u=0,s=0,r=0;for(const t of turns){const c=countTokens(t.text),g=real(t.text);s+=c;r+=g;if(c<g)u++;}console.log('chat under',u,s/r);
const j=JSON.stringify(turns.slice(0,200));console.log('json',countTokens(j)/real(j)); const jp=JSON.stringify(turns.slice(0,200),null,2);console.log('pretty',countTokens(jp)/real(jp));
const src=readFileSync('/work/main/src/language/count-tokens.test.ts','utf8'); const S=[...new Set(src.match(/[^ ]{1,9}/gu))];
for(const [n,a] of Object.entries({binary:fc.string({unit:'binary',maxLength:100}),grapheme:fc.string({unit:'grapheme',maxLength:100}),ascii:fc.string({maxLength:100}),lower:fc.array(fc.string({unit:fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),minLength:1,maxLength:12}),{maxLength:15}).map(a=>a.join(' ')),mixed:fc.array(fc.constantFrom(...S,' ','\n'),{maxLength:30}).map(p=>p.join(''))} as any)) {let f=0,worst='',wr=9;fc.assert(fc.property(a as any,(t:string)=>{const c=countTokens(t),g=real(t);if(c<g){f++;if(c/g<wr){wr=c/g;worst=t;}}}),{numRuns:30000});console.log(n,'under',f,wr,JSON.stringify(worst),worst&&countTokens(worst),worst&&real(worst));}
