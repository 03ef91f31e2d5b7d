/** A fitted judge of segments: figures only. */
export interface SegmentModel {
  /** One signed byte a bucket, in base64. */
  readonly weights: string;
  readonly scale: number;
  readonly intercept: number;
  readonly fittedOn: string;
}
