import type { Database } from "@colophon/database";
import type { IndexedWords } from "@colophon/engine";

/** The characters in this database's trigram indexes: pg_trgm uses the database's `datctype`, and with C only ASCII letters are letters. */
export async function readIndexedWords(db: Pick<Database, "one">): Promise<IndexedWords> {
  const extension = "exists (select from pg_extension where extname = 'pg_trgm') as installed";
  const text = `select ${extension}, datctype in ('C', 'POSIX') as plain from pg_database where datname = current_database()`;
  const found = await db.one<{ installed: boolean; plain: boolean }>({ text });
  if (!found?.installed) return "none";
  return found.plain ? "ascii" : "unicode";
}
