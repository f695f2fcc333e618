/** Time limits for PostgreSQL, in milliseconds. Anything slower is answered 503. */
export interface Limits {
  /** One statement; both PostgreSQL and the client enforce it: a hung server can't time out itself. */
  readonly statementMs: number;
  /** The same for an anonymous caller, if that is less. */
  readonly anonymousStatementMs: number;
  /** Waiting for a row or table that another transaction has locked; longer than PostgreSQL waits to look for a deadlock (1 s). */
  readonly lockMs: number;
  /** Waiting for a free connection and for a new one to be made, together. */
  readonly connectMs: number;
  /** An idle transaction: the server ends its connection and releases its locks. */
  readonly idleTransactionMs: number;
}

export const LIMITS: Limits = {
  statementMs: 2_000,
  anonymousStatementMs: 1_000,
  lockMs: 1_100,
  connectMs: 1_000,
  idleTransactionMs: 10_000,
};

/**
 * Making a connection. On a busy machine that takes longer than a request waits. The attempt goes on without the request: if each one were
 * given up and begun again, none would succeed while the machine is busy.
 */
export const OPENING_MS = 20_000;

/** For work that nobody waits for over HTTP: on a busy machine it is slow, but does not fail. */
export const PATIENT_LIMITS = { statementMs: 60_000, anonymousStatementMs: 60_000, connectMs: 60_000 } as const;

/** The client waits this much longer than the server, so that the server's own answer usually comes first. */
export const CLIENT_GRACE_MS = 100;

/** For the statements of a migration, which may build indexes over large tables. */
export const MIGRATION_MS = 10 * 60_000;

/** The maximum value of a timer, for steps with a duration that depends on the size of a table. */
export const UNLIMITED_MS = 2 ** 31 - 1;
