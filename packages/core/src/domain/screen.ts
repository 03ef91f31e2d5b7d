/** Where text goes and how wide it may be. */
export interface Screen {
  readonly width: number;
  /** The IANA time zone that moments are told in: the bank's. Default: UTC. */
  readonly zone?: string;
  /** Whether why and how are told, too (`--why`). */
  readonly whole?: boolean;
}
