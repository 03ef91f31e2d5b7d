import { readFileSync } from 'node:fs';
import { readDates } from '/work/main/src/language/dates.ts';
import { HOLIDAY_RULES } from '/work/main/src/language/dates/holiday-rules.ts';
import { MONTH_RULES } from '/work/main/src/language/dates/month-rules.ts';
import { NAMED_DAY_RULES } from '/work/main/src/language/dates/named-day-rules.ts';
import { NUMERIC_RULES } from '/work/main/src/language/dates/numeric-rules.ts';
import { RELATIVE_RULES } from '/work/main/src/language/dates/relative-rules.ts';
import { RECURRING_RULES, WEEKDAY_RULES } from '/work/main/src/language/dates/weekday-rules.ts';
const d = JSON.parse(readFileSync('/work/shared/data/locomo/locomo-dev.json','utf8'));
const turns: string[] = [];
for (const c of d) for (const [k,v] of Object.entries(c.conversation as any)) if (/^session_\d+$/.test(k)) for (const t of v as any[]) turns.push(t.text);
const W=Date.UTC(2023,4,10);
for(let r=0;r<5;r++){const none=turns.filter(t=>readDates(t,W).length===0),hit=turns.filter(t=>readDates(t,W).length>0);for(const [n,s] of [['none',none],['hit',hit]] as const){const t0=performance.now();for(const t of s)readDates(t,W);if(r==4)console.log(n,s.length,((performance.now()-t0)/s.length*1000).toFixed(1));}}
if(process.argv[2]) for(const [g,rs] of Object.entries({HOLIDAY_RULES,MONTH_RULES,NAMED_DAY_RULES,NUMERIC_RULES,RELATIVE_RULES,RECURRING_RULES,WEEKDAY_RULES})) rs.forEach((rule:any,i:number)=>{let e=0;for(let r=0;r<4;r++){const t0=performance.now();for(const t of turns)for(const _ of t.matchAll(rule.pattern));e=performance.now()-t0;}const us=e/turns.length*1000;if(us>2)console.log(g,i,us.toFixed(1),rule.pattern.source.slice(0,60));});
