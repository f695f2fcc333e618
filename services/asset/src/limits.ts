/** Derivatives that may wait to be made, over all replicas; further callers are told to come back. */
export const MAX_WAITING = 500;
