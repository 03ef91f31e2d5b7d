import { countTokens as real } from 'gpt-tokenizer/encoding/o200k_base';
const cost=(p:number)=>Math.max(real(String.fromCodePoint(p)),real('a'+String.fromCodePoint(p)+'a')-2);
const common='的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运早饭吃喝买菜店朋友爱喜欢请谢谢妈爸姐妹弟哥';
const ok=[...new Set(common)].filter(c=>cost(c.codePointAt(0)!)===1); console.log('han',ok.length,ok.join(''));
const hang='이다는의을가에고하지를한은로도기사어나아그시서자있보수리대인라해만일부전정으들게여주스원제상면성장과오구것것우무안소저니까요습었했고싶네데었였며와내마야너좋친생각오늘제말할때집년월동안';
const okh=[...new Set(hang)].filter(c=>cost(c.codePointAt(0)!)===1);console.log('hangul',okh.length,okh.join(''));
for(const lim of [1,2]){const r:string[]=[];let s=-1;for(let p=0x80;p<0x3100;p++){const c=cost(p)<=lim;if(c&&s<0)s=p;if(!c&&s>=0){if(p-s>=(lim===1?12:24))r.push(s.toString(16)+'-'+(p-1).toString(16));s=-1;}}console.log(lim,r.join(' '));}
for(const [a,b] of [[0x1f300,0x1faff],[0x1f1e6,0x1f1ff],[0x20000,0x20100],[0x1d400,0x1d7ff],[0xfe0f,0xfe0f],[0x200d,0x200d],[0x4e00,0x9fff],[0xac00,0xd7a3],[0xff01,0xff5e],[0x3041,0x30ff],[0x400,0x45f],[0x391,0x3ce],[0xc0,0x17f],[0x1ea0,0x1ef9],[0x300,0x36f]]){let m=0,n=0;for(let p=a;p<=b;p++){const c=cost(p);m=Math.max(m,c);n+=c;}console.log(a.toString(16),m,(n/(b-a+1)).toFixed(2));}
