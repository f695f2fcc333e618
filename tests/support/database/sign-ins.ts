import pg from "pg";

async function run(databaseUrl: string, text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text, [...values]);
  await client.end();
}

/** Makes the sign-ins of all sessions older by this time. */
export function ageSignIns(databaseUrl: string, minutes: number): Promise<void> {
  return run(databaseUrl, "update cms.sessions set confirmed_at = confirmed_at - make_interval(mins => $1)", [minutes]);
}

/** Moves the end of an API key into the past. */
export function expireKey(databaseUrl: string, id: string): Promise<void> {
  return run(databaseUrl, "update cms.api_keys set expires_at = now() - interval '1 s' where id = $1", [id]);
}
