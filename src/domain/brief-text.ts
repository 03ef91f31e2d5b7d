/** A brief as a model is given it, with what nobody has read yet below. */
export const briefText = ({
  text,
  unread,
}: {
  readonly text: string;
  readonly unread: string | null;
}): string =>
  [text === '' ? 'Nothing is known yet.' : text, ...(unread === null ? [] : [unread])].join('\n');
