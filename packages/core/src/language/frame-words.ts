/**
 * Words that frame a question and seldom occur in its answer ("what kind of", "when did … start"): they
 * weigh less in a query.
 */
const FRAME: ReadonlySet<string> = new Set(
  `kind type sort name call long often time ago year month week day date recent current usual like probabl consid accord
   mention say discuss describ base potenti possibl exampl specif particular variou differ certain main reason activ item event
   way plan decid start begin participat partak attend do use make take go give come new first last next second happen tell know remember
   dai sai wai us rememb particip particularli mainli`.split(/\s+/),
);

/** `stem` is the English stem of a query's word. */
export function isFrameWord(stem: string): boolean {
  return FRAME.has(stem);
}
