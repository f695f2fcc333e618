import pg from "pg";

/** Makes the sign-ins of all sessions older by this time. */
export async function ageSignIns(databaseUrl: string, minutes: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update cms.sessions set confirmed_at = confirmed_at - make_interval(mins => $1)", [minutes]);
  await client.end();
}
