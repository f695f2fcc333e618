/** How a process divides its connections to PostgreSQL. */

/** Writes with before-hooks never have more: slow hooks block only each other. */
const HOOK_CONNECTIONS = 4;

/** What a process opens beside those for statements. */
export interface OwnConnections {
  /** Whether it holds locks for longer than a transaction: they have a connection of their own. */
  readonly holdsLocks?: boolean;
  /** Whether it tells gateways about writes: if Redis is away, it stores that over a connection of its own. */
  readonly announcesWrites?: boolean;
  /** Whether it renews the lease of cached answers. */
  readonly keepsAnswers?: boolean;
}

/** Of the session connection: health, notifications and the name of the configuration. */
const SESSION = 1;

/** The smallest number of connections with which a process can work. */
export const leastConnections = ({ holdsLocks = false, announcesWrites = false, keepsAnswers = false }: OwnConnections): number =>
  SESSION + Number(holdsLocks) + Number(announcesWrites) + Number(keepsAnswers) + 1;

/** The number of connections for statements, if the process may open `total` of them. */
export const connectionsForStatements = (total: number, own: OwnConnections): number => total - leastConnections(own) + 1;

/** The number of connections that writes with before-hooks may use at the same time, of those for statements. */
export const connectionsForHooks = (forStatements: number): number =>
  Math.min(HOOK_CONNECTIONS, Math.max(1, Math.floor(forStatements / 2)));
