/** The files that the rows of assets and derivatives name, in the order of their keys in the storage. */
import { ASSET_ENTITIES, ASSET_TABLES } from "@colophon/config";
import type pg from "pg";

/** A file that a row names. */
export interface NamedFile {
  /** In the storage. */
  readonly key: string;
  /** In bytes; null if it is not known yet. */
  readonly size: number | null;
  /** What the row is about, for people: the record's entity and filename, or the type of the derivative. */
  readonly about: string;
  /** Whether the file must exist: not for a derivative that is pending or failed. */
  readonly isRequired: boolean;
}

const AT_ONCE = 1_000;

const ORIGINALS = ASSET_ENTITIES.map(
  (entity) =>
    `select storage_key as key, size::float8 as size, '${entity} ' || filename as about, true as "isRequired" from ${ASSET_TABLES[entity]}`,
).join(" union all ");
const DERIVATIVES = `select 'derivatives/' || asset_id || '/' || right(key, -37) as key, size::float8 as size, coalesce(mime, '') as about,
  state = 'ready' as "isRequired" from cms.derivatives`;

/** The originals of records, after a key. No transaction stays open meanwhile: PostgreSQL sorts the rows once and keeps the result. */
export const namedOriginals = (client: pg.ClientBase, after: string): AsyncGenerator<NamedFile> => inOrder(client, ORIGINALS, after);

/** The derivatives of images, after a key, in the same way. */
export const namedDerivatives = (client: pg.ClientBase, after: string): AsyncGenerator<NamedFile> => inOrder(client, DERIVATIVES, after);

async function* inOrder(client: pg.ClientBase, rowsOf: string, after: string): AsyncGenerator<NamedFile> {
  const sorted = `select * from (${rowsOf}) as named where key collate "C" > ${client.escapeLiteral(after)} order by key collate "C"`;
  await client.query(`declare named_files no scroll cursor with hold for ${sorted}`);
  try {
    for (;;) {
      const { rows } = await client.query<NamedFile>(`fetch ${AT_ONCE} from named_files`);
      yield* rows;
      if (rows.length < AT_ONCE) return;
    }
  } finally {
    await client.query("close named_files").catch(() => undefined); // the connection may be lost
  }
}

/** How many files the rows name. */
export async function countNamedFiles(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::float8 as n from (${ORIGINALS} union all ${DERIVATIVES}) as named`);
  return rows[0]?.n ?? 0;
}

/** The keys of the newest originals. */
export async function newestOriginals(client: pg.ClientBase): Promise<readonly string[]> {
  const newest = ASSET_ENTITIES.map(
    (entity) => `(select storage_key as key from ${ASSET_TABLES[entity]} order by created_at desc, id desc limit 10)`,
  ).join(" union all ");
  const { rows } = await client.query<{ key: string }>(newest);
  return rows.map(({ key }) => key);
}
