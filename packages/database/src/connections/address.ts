import pg from "pg";

/** Host and port of a server, as `pg` reads them from its URL: never the user or the password. */
export function addressOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url });
  return host.startsWith("/") ? host : `${host}:${port}`;
}
