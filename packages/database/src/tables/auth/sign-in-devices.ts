/** `cms.user_origins`: the networks and devices that users have signed in from. A device is identified by its cookie's hash. */
import type { Database } from "../../database.ts";

type Runs = Pick<Database, "run">;

/** A device or a network is known for this time after the last sign-in from there; the device cookie has the same lifetime. */
export const DEVICE_DAYS = 90;

export interface SeenDevice {
  readonly userId: string;
  readonly network: string;
  /** The hash of the device cookie of the sign-in request, or null. */
  readonly deviceHash: string | null;
  /** The hash of the device cookie in its answer. */
  readonly newDeviceHash: string;
}

const IS_NEW = `
select exists (select from cms.user_origins where user_id = $1) and not exists (
  select from cms.user_origins
  where user_id = $1 and last_used_at > now() - interval '${DEVICE_DAYS} days'
    and ((kind = 'network' and value = $2) or (kind = 'device' and value = $3))
) as is_new`;

// Other users who signed in on this device keep their entries.
const RENAME_DEVICE = `update cms.user_origins set value = $2 where kind = 'device' and value = $1 returning user_id`;
const REMEMBER = `
insert into cms.user_origins (user_id, kind, value) values ($1, 'network', $2), ($1, 'device', $3)
on conflict (user_id, kind, value) do update set last_used_at = now() returning user_id`;

/** Stores where a user has signed in from. @returns whether device and network are both new, for a user who has signed in before */
export async function rememberDevice(db: Runs, { userId, network, deviceHash, newDeviceHash }: SeenDevice): Promise<boolean> {
  const [row] = await db.run<{ is_new: boolean }>({ name: "origins_is_new", text: IS_NEW }, [userId, network, deviceHash]);
  if (deviceHash !== null) await db.run({ name: "origins_rename_device", text: RENAME_DEVICE }, [deviceHash, newDeviceHash]);
  await db.run({ name: "origins_remember", text: REMEMBER }, [userId, network, newDeviceHash]);
  return row?.is_new ?? false;
}

// A user's newest entry is kept, so that a sign-in after a long time is not taken for the first.
const SWEEP = `
delete from cms.user_origins o where (o.user_id, o.kind, o.value) in (
  select user_id, kind, value from cms.user_origins old
  where last_used_at < now() - interval '${DEVICE_DAYS} days'
    and exists (select from cms.user_origins newer where newer.user_id = old.user_id and newer.last_used_at > old.last_used_at)
  limit 1000
) returning user_id`;

/** Removes up to a thousand entries that no longer count. @returns how many */
export async function sweepDevices(db: Runs): Promise<number> {
  return (await db.run({ name: "origins_sweep", text: SWEEP }, [])).length;
}
