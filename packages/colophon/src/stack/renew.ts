/** The message to a running stack: apply the changed configuration to the tables, and restart the services. */
export const RENEW = "renew";
