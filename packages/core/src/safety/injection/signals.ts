import { logistic, unpackWeights } from '../../language/causal/causal-judgement.js';
import { type Segment, segmentBuckets, type SegmentModel } from './segment-features.js';
import ATTACK_DATA from '../../../data/models/attack.json' with { type: 'json' };
import TASK_DATA from '../../../data/models/task.json' with { type: 'json' };

/**
 * A fitted classifier that ships: figures only, made by `npm run bench -- fit-guard`. Never edit by hand; refit when
 * the features change.
 */
const SHIPPED_ATTACK_MODEL = ATTACK_DATA as SegmentModel;

/**
 * A fitted classifier that ships: figures only, made by `npm run bench -- fit-guard`. Never edit by hand; refit when
 * the features change.
 */
const SHIPPED_TASK_MODEL = TASK_DATA as SegmentModel;

/** A signal that a text pretends to be something other than text, with its weight 0..1. */
export interface Signal {
  readonly weight: number;
  readonly reason: string;
}

/** Marks that only occur in the frame of a model's conversation, or text hidden from people. Each of bounded length. */
const MARKS: readonly (readonly [RegExp, number, string])[] = [
  [
    /<\|(?:im_start|im_end|system|user|assistant|end|endoftext|eot_id|start_header_id)\|>|<\|end_?of/i,
    0.9,
    'marks of a model’s own conversation',
  ],
  [/\[\/?INST\]|<<\/?SYS>>|\[\/?SYSTEM\]/, 0.9, 'marks of a model’s own conversation'],
  [
    /<\/?(?:system|instructions?|important|admin|developer|sys_?prompt|assistant)>/i,
    0.75,
    'tags that give themselves authority',
  ],
  [
    /<\/(?:document|context|data|email|tool_?(?:output|result)|user_?input|text|recalled-memory)>/i,
    0.6,
    'closes a frame that it did not open',
  ],
  [/["']role["']\s{0,3}:\s{0,3}["'](?:system|developer)["']/i, 0.85, 'a system message in JSON'],
  [
    /(?:^|\n)\s{0,4}(?:#{2,}|={3,}|-{3,}|\*{3,}|%{3,}|\[)\s{0,3}(?:begin |end |new |start )?(?:of )?(?:system|context|instruction|trusted|admin|override|prompt|user|email|document|input)[^\n]{0,40}(?:#{2,}|={3,}|-{3,}|\*{3,}|%{3,}|\]|:)/i,
    0.7,
    'a made-up border of the context',
  ],
  [
    /(?:^|\n)\s{0,4}#{2,3} ?(?:instruction|system|response)s?:/i,
    0.75,
    'a made-up border of the context',
  ],
  [
    /(?:^|\n)\s{0,4}(?:user|human)\s?:[^\n]{0,300}\n\s{0,4}(?:assistant|ai|system)\s?:/i,
    0.7,
    'a made-up conversation',
  ],
  [
    /(?:^|\n)\s{0,4}(?:assistant|ai)\s?:[^\n]{0,300}\n\s{0,4}(?:user|human|system)\s?:/i,
    0.7,
    'a made-up conversation',
  ],
  [/\b(?:human|user): [^\n]{1,80} (?:system|assistant): /i, 0.7, 'a made-up conversation'],
  [
    /(?:<!--|\[\/\/\]: # \()[^>\n]{0,200}\b(?:ai|llm|assistant|agents?|language models?|chatbots?)\b/i,
    0.85,
    'a comment that speaks to a machine',
  ],
  [
    /(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0|color\s?[:=]\s?["']?(?:white|#fff))[^>]{0,60}>[^<]{0,200}\b(?:ai|llm|assistants?|agents?|models?|ignore|you must|without asking)\b/i,
    0.9,
    'hidden text that speaks to a machine',
  ],
  [
    /!\[[^\]\n]{0,60}\]\(https?:[^)\n]{1,200}(?:\{\{|\?[^)\n]{0,80}(?:secret|data|key|token|conversation)|\?\w{1,12}=[A-Z_]{3,})/i,
    0.85,
    'a picture that would carry data away',
  ],
  [
    /\b(?:end|ends|stop) (?:of )?(?:the )?(?:user text|text|tool output|email|context|document|input|here)\b[^\n]{0,20}[.%\n:]\s{0,4}[^\n]{0,60}\b(?:instruction|assistant|ai\b|repeat|now)/i,
    0.7,
    'a made-up end of the text',
  ],
];

/**
 * Each mark needs one of these: a bracket, a quote or a line of symbols, a turn of a conversation, or an announced
 * end.
 */
const MAY_MARK =
  /[<>[\]{}"'#=*%]|-{3}|(?:user|human|assistant|ai|system)\s?:|\b(?:ends?|stop)\b|(?:display|visibility|font-size|opacity|color)\s?[:=]/i;

export function markupSignals(text: string): Signal[] {
  if (!MAY_MARK.test(text)) return [];
  return MARKS.filter(([mark]) => mark.test(text)).map(([, weight, reason]) => ({
    weight,
    reason,
  }));
}

const CARRIES_AWAY =
  /requests?\.(?:post|get|put)|fetch\(|urllib|http\.client|urlopen|httpx|aiohttp|smtplib|yagmail|sendmail|ftplib|paramiko|socket\.|mqtt|XMLHttpRequest|curl |wget |nc -|upload\(|exec\(open|pexpect/i;
const TAKES =
  /environ|process\.env|\/etc\/(?:passwd|shadow|crontab)|id_rsa|\.ssh|document\.cookie|cookie|psutil|clipboard|pyperclip|keylog|open\(|read\(\)|contacts|\/home|make_archive|netstat|driverquery|usb\.|sounddevice|screenshot|private|getpass|ssid|wmi\.|netifaces/i;
const DESTROYS =
  /rm -rf|rmtree|rmSync|dd if=|mkfs|shutdown|reboot|systemctl (?:stop|disable)|os\.remove\(|unlink\(|fork\(|kill(?:all| -9)|\.terminate\(\)|\.kill\(\)|Disable\(\)|while True|:\(\)\s?\{|ping -n|format c:|DROP TABLE|chmod \+x|\| ?(?:ba)?sh\b|crontab|exploit|cryptomin|miner|backdoor|reverse.?shell|ssh -[LR]|keylogger|encrypt\(/i;

/** Code that exfiltrates or destroys data; and an instruction to add such code. */
export function codeSignals(text: string): Signal[] {
  const fence = text.indexOf('```');
  const code = fence < 0 ? '' : text.slice(fence, fence + 4_000);
  if (code === '') return [];
  const danger =
    (CARRIES_AWAY.test(code) && TAKES.test(code)) || DESTROYS.test(code)
      ? 1
      : CARRIES_AWAY.test(code)
        ? 0.4
        : 0;
  const before = text.slice(Math.max(0, fence - 220), fence);
  const ordered =
    /\b(?:code|snippet|block|excerpt|section|fragment|listing|lines|piece|routine)\b/i.test(
      before,
    ) &&
    /\b(?:your|the) (?:final |generated |own )?(?:code(?:base)?|solution|implementation|algorithm|response|answer|program|script|elucidation|reply|result)\b/i.test(
      before,
    );
  if (danger === 1)
    return [
      {
        weight: ordered ? 0.95 : 0.6,
        reason: ordered ? 'orders harmful code to be built in' : 'holds harmful code',
      },
    ];
  return ordered ? [{ weight: danger > 0 ? 0.85 : 0.5, reason: 'orders code to be built in' }] : [];
}

/** The features of a segment that the classifiers use, extracted once. */
export interface Evidence {
  readonly buckets: Uint32Array;
}

type Judge = (evidence: Evidence) => number;

/** Buckets in the classifiers' tables. */
export const BUCKETS = 1 << 15;

export function evidenceOf(segment: Segment): Evidence {
  return { buckets: segmentBuckets(segment, BUCKETS) };
}

/** The probability a model gives a segment. */
function judgeOf({ intercept, ...packed }: SegmentModel): Judge {
  let weights: Float32Array | null = null;
  return ({ buckets }) => {
    weights ??= unpackWeights(packed);
    return logistic(weights, intercept, buckets);
  };
}

/** Whether a segment tries to command its reader or to obtain what is not its own. */
export const judgeAttack = judgeOf(SHIPPED_ATTACK_MODEL);
/** Whether a segment asks an assistant for work or knowledge, as letters and web pages do not. */
export const judgeTask = judgeOf(SHIPPED_TASK_MODEL);
