/** The header, or trailing metadata, that says in one line what an answer has no field for. */
export const NOTICE = 'mneme-notice';

/** A line as headers take it: in the signs of ASCII. */
export const plainNotice = (line: string): string => line.replaceAll('×', 'x');
