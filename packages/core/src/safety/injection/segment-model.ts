/** A fitted classifier of segments: figures only. */
export interface SegmentModel {
  /** One signed byte per bucket, in base64. */
  readonly weights: string;
  readonly scale: number;
  readonly intercept: number;
  readonly fittedOn: string;
}
