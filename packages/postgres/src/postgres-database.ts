/** A parameter of a statement; a list is sent as an array. */
export type PgValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null | Uint8Array)[];

/** The part of a client of `pg` that we use. */
interface PgClient {
  query(
    statement: PgStatement,
  ): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface PgStatement {
  /** The name under which the server caches the prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** A statement that receives the server's raw data instead of rows. */
interface PgSubmitted {
  submit(wire: { query(text: string): void }): Error | null;
  handleCopyData(message: { readonly chunk: Uint8Array }): void;
  handleError(error: Error): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
}

export interface PgPoolClient extends PgClient {
  query(
    statement: PgStatement,
  ): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
  query(statement: PgSubmitted): unknown;
  /** Returns it to the pool; with true it is closed instead. */
  release(close?: boolean): void;
}

/** The part of the pool that we use. */
export interface PgPool {
  connect(): Promise<PgPoolClient>;
  on(event: 'connect', listener: (client: PgClient) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}

/** A client outside the pool, which listens while the store is open. */
export interface PgListener extends PgClient {
  connect(): Promise<void>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (message: { readonly payload?: string }) => void): unknown;
}

/** The settings that clients are created with. */
export interface PgSettings {
  readonly connectionString: string;
  readonly application_name: string;
  /** Options for the session, in the syntax of the server's command line. */
  readonly options: string;
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: boolean;
  readonly types: {
    getTypeParser(oid: number, format?: string): (value: never) => unknown;
  };
}

/** The part of the package `pg` that we use. */
export interface PgModule {
  readonly Pool: new (settings: PgSettings) => PgPool;
  readonly Client: new (settings: PgSettings) => PgListener;
  readonly types: PgSettings['types'];
}
