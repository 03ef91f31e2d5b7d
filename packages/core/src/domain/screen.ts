/** The format of output for a terminal. */
export interface TextFormat {
  readonly width: number;
  /** The IANA time zone of displayed times: the bank's. Default: UTC. */
  readonly zone?: string;
  /** Whether reasons and details are included (`--why`). */
  readonly whole?: boolean;
}
