/** `cms.derivatives`: derivatives of images that exist, are pending, or failed, and when each was last served. */
import type { Database, Row } from "../../database.ts";

/** A failed derivative is not retried within this time. */
const RETRY_SECONDS = 60;
/** No request waits any more for one that has been pending for this time. */
const STALE = "interval '1 minute'";
/** Notified whenever a derivative is made, or fails. */
export const DERIVATIVES_CHANNEL = "cms_derivatives";

/** A row's key, and the image that it belongs to. */
export interface DerivativeKey {
  readonly key: string;
  readonly imageId: string;
}

export interface Reserved {
  readonly state: "pending" | "failed";
  /** Whole seconds until a failed one can be retried. */
  readonly retrySeconds: number;
}

/** Without a state, too many of the image are pending. */
interface ReservedRow extends Row {
  readonly hasImage: boolean;
  readonly state: Reserved["state"] | null;
  readonly retrySeconds: number | null;
}

/** How making a derivative ended. */
export type DerivativeOutcome = { readonly state: "ready"; readonly mime: string; readonly size: number } | { readonly state: "failed" };

const LOCK = { name: "derivative_lock", text: "select from cms.images where id = $1 for no key update" };
const RESERVE = {
  name: "derivative_reserve",
  text: `with image as materialized (select id from cms.images where id = $2 for no key update),
    stale as (delete from cms.derivatives
      where asset_kind = '_image' and asset_id = $2 and key <> $1 and key <> all($5) and state = 'pending' and served_at < now() - ${STALE}),
    reserved as (
      insert into cms.derivatives (key, asset_kind, asset_id, params, state)
      select $1, '_image', id, $3, 'pending' from image
      where exists (select from cms.derivatives where key = $1) or (
        select count(*) from cms.derivatives
        where asset_kind = '_image' and asset_id = $2 and state = 'pending' and served_at >= now() - ${STALE}
      ) < $4
      on conflict (key) do update set served_at = now(),
        state = case when derivatives.state = 'failed' and derivatives.error_at > now() - interval '${RETRY_SECONDS} s' then 'failed' else 'pending' end
      returning state, greatest(1, ceil(extract(epoch from error_at + interval '${RETRY_SECONDS} s' - now())))::int as "retrySeconds"
    )
    select state, "retrySeconds", exists (select from image) as "hasImage" from (select) once left join reserved on true`,
};
const EXISTS = { name: "derivative_exists", text: "select from cms.derivatives where key = $1" };
const FIND = { name: "derivative_find", text: "select params::text as params from cms.derivatives where key = $1" };
/** Its callers don't wait for PostgreSQL's disk: if the result is lost, the derivative is found in the storage, or made again. */
const END = {
  name: "derivative_end",
  text: `update cms.derivatives set state = $2, mime = $3, size = $4, error_at = case $2 when 'failed' then now() end where key = $1
    returning set_config('synchronous_commit', 'off', true), pg_notify('${DERIVATIVES_CHANNEL}', ''), 1 + (select count(*) from cms.derivatives other
      where other.asset_kind = '_image' and other.asset_id = derivatives.asset_id and other.state <> 'pending' and other.key <> $1)::int as count`,
};
const TRIM = {
  name: "derivative_trim",
  text: `delete from cms.derivatives where key in (
      select key from cms.derivatives where asset_kind = '_image' and asset_id = $1 and state <> 'pending' and key <> all($2)
      order by served_at, key
      limit greatest(0, (select count(*) from cms.derivatives where asset_kind = '_image' and asset_id = $1 and state <> 'pending') - $3::int))
    returning key`,
};
const SERVED = {
  name: "derivative_served",
  text: `update cms.derivatives d set served_at = served.at
    from (select key, now() - ms * interval '1 ms' as at from unnest($1::text[], $2::float8[]) given(key, ms)) served
    where d.key = served.key and d.served_at < served.at`,
};
const UNENDED = {
  name: "derivative_unended",
  text: `select key, asset_id as "imageId" from cms.derivatives
    where asset_kind = '_image' and state = 'pending' and served_at < now() - ${STALE} and key > $1 order by key limit $2`,
};
const ABANDON = {
  name: "derivative_abandon",
  text: `delete from cms.derivatives where key = $1 and state = 'pending' and served_at < now() - ${STALE}`,
};
const STATES = { name: "derivative_states", text: "select key, state from cms.derivatives where key = any($1)" };
const FORGET = {
  name: "derivative_forget",
  text: `delete from cms.derivatives where key = $1 returning pg_notify('${DERIVATIVES_CHANNEL}', '')`,
};
const REMOVE = { name: "derivative_remove", text: "delete from cms.derivatives where asset_kind = $1 and asset_id = $2" };
const REMOVE_ORPHANS = {
  name: "derivative_remove_orphans",
  text: `delete from cms.derivatives d where created_at < now() - interval '1 hour' and not exists (select from cms.images i where i.id = d.asset_id)`,
};

export type DerivativeTable = ReturnType<typeof createDerivativeTable>;

export function createDerivativeTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    async exists(key: string): Promise<boolean> {
      return (await one(EXISTS, [key])) !== null;
    },

    /** The JSON text of the derivative to make; null if it is no longer needed. */
    async findParams(key: string): Promise<string | null> {
      return (await one<Row & { params: string }>(FIND, [key]))?.params ?? null;
    },

    /** Until the transaction ends, blocks other changes of this image's derivatives. @returns whether the image exists */
    async lockImage(id: string): Promise<boolean> {
      return (await one(LOCK, [id])) !== null;
    },

    /**
     * Also removes pending ones of the image that no request waits for any more, except those in `kept`. @returns null if the image has
     * `maxPending` other pending ones; replicas that reserve at once may exceed it by a few.
     */
    async reserve(
      { key, imageId }: DerivativeKey,
      { params, kept, maxPending }: { readonly params: string; readonly kept: readonly string[]; readonly maxPending: number },
    ): Promise<Reserved | "no image" | null> {
      const row = await one<ReservedRow>(RESERVE, [key, imageId, params, maxPending, kept]);
      if (!row?.hasImage) return "no image";
      return row.state && { state: row.state, retrySeconds: row.retrySeconds ?? 1 };
    },

    /** Notifies everybody. @returns how many of its image have been made or failed; null if its row doesn't exist */
    async end(key: string, outcome: DerivativeOutcome): Promise<number | null> {
      const facts = outcome.state === "ready" ? [outcome.mime, outcome.size] : [null, null];
      return (await one<Row & { count: number }>(END, [key, outcome.state, ...facts]))?.count ?? null;
    },

    /** Removes one that can't be made, because its original is missing. */
    async forget(key: string): Promise<void> {
      await run(FORGET, [key]);
    },

    /** Removes the least recently served ones beyond `max`, except those in `kept`. @returns the removed keys */
    async trim(imageId: string, kept: readonly string[], max: number): Promise<readonly string[]> {
      return (await run<Row & { key: string }>(TRIM, [imageId, kept, max])).map(({ key }) => key);
    },

    /** Stores when derivatives were served. @param ages - by key, how many milliseconds ago */
    async served(ages: ReadonlyMap<string, number>): Promise<void> {
      await run(SERVED, [[...ages.keys()], [...ages.values()]]);
    },

    /** Pending ones that no request waits for any more, in the order of their keys. @param after - the key before the first */
    async unended(after: string, max: number): Promise<readonly DerivativeKey[]> {
      return run<Row & DerivativeKey>(UNENDED, [after, max]);
    },

    /** Removes one that is pending, unless a request waits for it. */
    async abandon(key: string): Promise<void> {
      await run(ABANDON, [key]);
    },

    /** The states by key, without those of deleted assets. */
    async states(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await run<Row & { key: string; state: string }>(STATES, [keys]);
      return new Map(rows.map(({ key, state }) => [key, state]));
    },

    async removeOf(entity: string, id: string): Promise<void> {
      await run(REMOVE, [entity, id]);
    },

    /** Deletes derivatives without an image. */
    async removeOrphans(): Promise<void> {
      await run(REMOVE_ORPHANS);
    },
  };
}
