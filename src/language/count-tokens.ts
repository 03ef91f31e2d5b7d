/**
 * How many tokens a language model will make of a text, estimated from above: byte-pair encodings of today's models take
 * about four letters of English a token, one a digit group of three, one to three a character of other scripts. Models
 * differ, so a budget is kept by never counting less than they do (tested against a real encoding).
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let letters = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    const isDigit = code >= 48 && code <= 57;
    if (isLetter) letters++;
    else if (letters > 0) {
      tokens += wordTokens(letters);
      letters = 0;
    }
    if (isDigit) digits++;
    else if (digits > 0) {
      tokens += Math.ceil(digits / 2);
      digits = 0;
    }
    if (isLetter || isDigit) continue;
    if (code === 32) continue;
    tokens += code < 128 ? 1 : code < 0x2000 ? 1.2 : 1.6;
  }
  return Math.ceil(tokens + wordTokens(letters) + Math.ceil(digits / 2));
}

function wordTokens(letters: number): number {
  return letters === 0 ? 0 : letters <= 6 ? 1.1 : 1.1 + (letters - 6) / 3;
}
