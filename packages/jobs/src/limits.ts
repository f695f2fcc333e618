/** How long a connection to Redis that is being ended may hold its process; ioredis waits also when it is gone already. */
export const DISCONNECT_LIMIT_MS = 200;
