/** The rows of derivatives: how many an asset has, which are under way, which can't be made. */
import type { Database, Row } from "@colophon/database";
import { AppError } from "@colophon/errors";
import { createFullAssets } from "./full-assets.ts";
import type { Transform } from "./transforms.ts";

const MAX_PER_ASSET = 64;
/** A derivative that could not be made is not tried again for so long. */
const NEGATIVE_SECONDS = 60;
export const DERIVATIVES_CHANNEL = "cms_derivatives";

export interface Reserved {
  readonly state: "pending" | "failed";
  /** Until a failed one may be tried again, in whole seconds. */
  readonly retrySeconds: number;
}

const FULL = {
  name: "derivative_full",
  text: `select array_agg(key) as keys from cms.derivatives where asset_kind = '_image' and asset_id = $1 having count(*) >= ${MAX_PER_ASSET}`,
};
const LOCK = { name: "derivative_lock", text: "select from cms.images where id = $1 for no key update" };
const RESERVE = {
  name: "derivative_reserve",
  text: `insert into cms.derivatives (key, asset_kind, asset_id, params, state)
    select $1, '_image', $2, $3, 'pending'
    where $4 or exists (select from cms.derivatives where key = $1)
      or (select count(*) from cms.derivatives where asset_kind = '_image' and asset_id = $2) < ${MAX_PER_ASSET}
    on conflict (key) do update set
      state = case when derivatives.state = 'failed' and derivatives.error_at > now() - interval '${NEGATIVE_SECONDS} s' then 'failed' else 'pending' end
    returning state, greatest(1, ceil(extract(epoch from error_at + interval '${NEGATIVE_SECONDS} s' - now())))::int as "retrySeconds"`,
};
const FINISH = {
  name: "derivative_finish",
  text: `update cms.derivatives set state = 'ready', mime = $2, size = $3, error_at = null where key = $1 returning pg_notify('${DERIVATIVES_CHANNEL}', '')`,
};
const FAIL = {
  name: "derivative_fail",
  text: `update cms.derivatives set state = 'failed', error_at = now() where key = $1 returning pg_notify('${DERIVATIVES_CHANNEL}', '')`,
};
const STATES = { name: "derivative_states", text: "select key, state from cms.derivatives where key = any($1)" };
const FORGET = { name: "derivative_forget", text: "delete from cms.derivatives where asset_kind = $1 and asset_id = $2" };
const FORGET_ORPHANS = {
  name: "derivative_forget_orphans",
  text: `delete from cms.derivatives d where created_at < now() - interval '1 hour' and not exists (select from cms.images i where i.id = d.asset_id)`,
};

export type DerivativeRows = ReturnType<typeof createDerivativeRows>;

/** Reads and writes the rows of derivatives. */
export function createDerivativeRows({ db }: { readonly db: Pick<Database, "run" | "one" | "transaction"> }) {
  const full = createFullAssets(async (id) => (await db.one<Row & { keys: string[] }>(FULL, [id]))?.keys ?? null);

  return {
    /**
     * Takes one of the asset's 64 places for a derivative, or finds that it has one. The asset's row is locked
     * meanwhile, so that the count is exact. `isConfigured`: it is made also where no place is left.
     * @throws NOT_FOUND for a deleted asset, TOO_MANY_REQUESTS without a place
     */
    async reserve(key: string, id: string, transform: Transform, isConfigured = false): Promise<Reserved> {
      if (!isConfigured && (await full.refuses(id, key))) throw tooMany(); // without the lock, which a walk would make all wait for
      return db.transaction(async () => {
        if (!(await db.one(LOCK, [id]))) throw new AppError("NOT_FOUND");
        const reserved = await db.one<Row & Reserved>(RESERVE, [key, id, JSON.stringify(transform), isConfigured]);
        if (reserved) return reserved;
        throw tooMany();
      });
    },

    async finish(key: string, { mime, size }: { readonly mime: string; readonly size: number }): Promise<void> {
      await db.run(FINISH, [key, mime, size]);
    },

    async fail(key: string): Promise<void> {
      await db.run(FAIL, [key]);
    },

    /** What has become of some derivatives; those whose asset was deleted are missing. */
    async states(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db.run<Row & { key: string; state: string }>(STATES, [keys]);
      return new Map(rows.map(({ key, state }) => [key, state]));
    },

    async forget(entity: string, id: string): Promise<void> {
      await db.run(FORGET, [entity, id]);
    },

    async forgetOrphans(): Promise<void> {
      await db.run(FORGET_ORPHANS);
    },
  };
}

function tooMany(): AppError {
  return new AppError("TOO_MANY_REQUESTS", `An image has at most ${MAX_PER_ASSET} derivatives`, { headers: { "retry-after": "3600" } });
}
