/** `cms.previews`: links that show a record's draft with the permissions of their creators. Times by the database's clock. */
import type { Database } from "../database.ts";
import { authorColumns, authorJoins } from "./auth/authors.ts";
import type { Author, FoundAuthor } from "./auth/authors.ts";

const LIFE_HOURS = 24;
/** A further one ends the oldest. */
const MAX_A_RECORD = 20;

export interface PreviewedRecord {
  readonly entity: string;
  readonly recordId: string;
}

export interface FoundPreview extends PreviewedRecord, FoundAuthor {}

export type PreviewTable = ReturnType<typeof createPreviewTable>;

/** Reads and writes previews, in the current transaction if there is one. */
export function createPreviewTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    /** @returns when it ends */
    async add({ entity, recordId }: PreviewedRecord, tokenHash: string, { kind, id }: Author): Promise<Date> {
      const row = await one<{ expiresAt: Date }>(ADD, [tokenHash, entity, recordId, kind, id]);
      if (!row) throw new Error("a preview was not stored");
      return row.expiresAt;
    },

    /** One that hasn't ended, with its author's current role. */
    find: (tokenHash: string): Promise<FoundPreview | null> => one<FoundPreview & Record<string, unknown>>(FIND, [tokenHash]),

    /** Ends all previews of a record. */
    async removeAll({ entity, recordId }: PreviewedRecord): Promise<void> {
      await run(REMOVE, [entity, recordId]);
    },

    /** Removes those that have ended. */
    async sweep(): Promise<void> {
      await run(SWEEP);
    },
  };
}

const ADD = {
  name: "preview-add",
  text: `with ended as (delete from cms.previews where token_hash in (
      select token_hash from cms.previews where entity = $2 and record_id = $3 order by created_at desc, token_hash offset ${MAX_A_RECORD - 1}))
    insert into cms.previews (token_hash, entity, record_id, author_kind, author_id, expires_at)
    values ($1, $2, $3, $4, $5, now() + interval '${LIFE_HOURS} hours') returning expires_at as "expiresAt"`,
};
const FIND = {
  name: "preview-find",
  text: `select p.entity, p.record_id as "recordId", ${authorColumns("p")} from cms.previews p ${authorJoins("p")}
    where p.token_hash = $1 and p.expires_at > now()`,
};
const REMOVE = { name: "preview-remove", text: "delete from cms.previews where entity = $1 and record_id = $2" };
const SWEEP = { name: "preview-sweep", text: "delete from cms.previews where expires_at < now()" };
