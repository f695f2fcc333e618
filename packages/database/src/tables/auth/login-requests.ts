/** `cms.login_requests`: requests for mailed codes. Only a code's HMAC is stored; expiry is checked by the database's clock. */
import type { Database, Row } from "../../database.ts";
import { keyedLock } from "../../locks.ts";
import { DEVICE_DAYS } from "./sign-in-devices.ts";

type Runs = Pick<Database, "run">;

/** `email` is for a user who changes their email address. */
export type CodePurpose = "sign-in" | "email";

export interface NewLoginRequest {
  readonly id: string;
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly lifeMinutes: number;
  /** The user who changes their email address. */
  readonly userId?: string;
  readonly network?: string;
  readonly deviceHash?: string | null;
}

const ADD = `
insert into cms.login_requests (id, purpose, email, expires_at, user_id, network, device_hash)
values ($1, $2, $3, now() + make_interval(mins => $4), $5, $6, $7) returning expires_at`;

/** Stores a request. @returns when it ends */
export async function addLoginRequest(db: Runs, request: NewLoginRequest): Promise<Date> {
  const { id, purpose, email, lifeMinutes, userId = null, network = null, deviceHash = null } = request;
  const [row] = await run<{ expires_at: Date }>(db, "add", ADD, [id, purpose, email, lifeMinutes, userId, network, deviceHash]);
  if (!row) throw new Error("a request for a code was not stored");
  return row.expires_at;
}

// Incremented before the comparison, in one statement: parallel guesses can't share an attempt.
const ATTEMPT = `
update cms.login_requests set attempts = attempts + 1
where id = $1 and purpose = $2 and attempts < 5 and used_at is null and expires_at > now()
returning email, user_id, code_hmac`;

/** A valid request for which a code is tried. */
export type AttemptRow = {
  readonly email: string;
  readonly user_id: string | null;
  readonly code_hmac: string | null;
};

/** Counts an attempt, at most five per request. */
export async function countAttempt(db: Runs, id: string, purpose: CodePurpose): Promise<AttemptRow | undefined> {
  return (await run<AttemptRow>(db, "attempt", ATTEMPT, [id, purpose]))[0];
}

const LOCK = `select ${keyedLock("loginAddress").wait("$1")}`;

/** Until the transaction ends, no other sign-in with this address and no mail to it can run. */
export async function lockAddress(db: Runs, email: string): Promise<void> {
  await run(db, "lock", LOCK, [email]);
}

const CONSUME = `update cms.login_requests set used_at = now() where id = $1 and used_at is null and expires_at > now() returning id`;

/** Consumes a code. @returns whether it still existed */
export async function consumeCode(db: Runs, id: string): Promise<boolean> {
  return (await run(db, "consume", CONSUME, [id])).length > 0;
}

// Only those that have a code; the worker makes none for requests from before a sign-in. Anyone may request thousands.
const END_OTHERS = `
update cms.login_requests set used_at = now()
where email = $1 and purpose = 'sign-in' and code_hmac is not null and used_at is null returning id`;

/** Ends every sign-in code of an address. */
export async function endCodes(db: Runs, email: string): Promise<void> {
  await run(db, "end_others", END_OTHERS, [email]);
}

const LOCK_REQUEST = `
select case when user_id is not null then ${keyedLock("user").wait("user_id")} end,
  ${keyedLock("loginAddress").wait("email")}, purpose
from cms.login_requests where id = $1`;

/** Until the transaction ends, no other mail to the request's address is reserved. @returns the code's purpose */
export async function lockRequest(db: Runs, id: string): Promise<CodePurpose | undefined> {
  return (await run<{ purpose: CodePurpose }>(db, "lock_request", LOCK_REQUEST, [id]))[0]?.purpose;
}

/** The recipient of a code. */
export type ReservationRow = {
  readonly address: string;
  readonly name: string;
};

const RESERVED = `coalesce(asked.name, split_part(asked.address, '@', 1)) as name`;
const KNOWN = (kind: "device" | "network", value: string) => `exists (
    select from cms.user_origins o where o.user_id = u.id and o.kind = '${kind}' and o.value = r.${value}
      and o.last_used_at > now() - interval '${DEVICE_DAYS} days')`;

/**
 * Reserves one of the mails of an address. A known network or device of its user has its own 20 a day, so that other people can't use them
 * up; any other network has 3 in 15 minutes, and all of these together have 20 a day. A code that is stored but not sent yet counts as a
 * mail, because it may be sent at any moment; as a code is valid for 10 minutes, this also limits the valid requests of an address and a
 * network to 3. A retry of the same request makes a new code: the last one sent is the valid one. A sign-in ends all earlier requests,
 * including those that wait here.
 */
const RESERVE_SIGN_IN = `
with asked as (
  select r.id, r.email, r.network, r.device_hash, r.created_at, u.email as address, u.name,
    ${KNOWN("device", "device_hash")} as device_known, ${KNOWN("network", "network")} as network_known
  from cms.login_requests r join cms.users u on lower(u.email) = lower(r.email)
  where r.id = $1 and r.purpose = 'sign-in' and r.sent_at is null and r.used_at is null and r.expires_at > now()
), mailed as (
  select o.budget, o.network, o.device_hash, o.used_at, counts.recent, counts.recent or o.sent_at > now() - interval '1 day' as of_today
  from asked join cms.login_requests o on o.email = asked.email and o.id <> asked.id and o.purpose = 'sign-in' and o.code_hmac is not null,
  lateral (select (o.sent_at is null and o.used_at is null and o.expires_at > now()) or o.sent_at > now() - interval '15 minutes') counts (recent)
), allowed as (
  select case
    when device_known and (select count(*) from mailed m where m.of_today and m.budget = 'device' and m.device_hash = asked.device_hash) < 20 then 'device'
    when network_known then
      case when (select count(*) from mailed m where m.of_today and m.budget = 'network' and m.network = asked.network) < 20 then 'network' end
    when (select count(*) from mailed m where m.recent and m.budget = 'address' and m.network is not distinct from asked.network) < 3
      and (select count(*) from mailed m where m.of_today and m.budget = 'address') < 20 then 'address'
  end as budget from asked
)
update cms.login_requests r set code_hmac = $2, budget = allowed.budget
from asked, allowed
where r.id = asked.id and allowed.budget is not null and not exists (select from mailed where used_at > asked.created_at)
returning asked.address, ${RESERVED}`;

/** Stores the code of a sign-in if its user may get one more mail. Call `lockRequest` before. */
export async function reserveSignInMail(db: Runs, id: string, codeHmac: string): Promise<ReservationRow | undefined> {
  return (await run<ReservationRow>(db, "reserve_sign_in", RESERVE_SIGN_IN, [id, codeHmac]))[0];
}

/**
 * Reserves one of the codes for new email addresses: 3 in 15 minutes and 5 a day for each user and each address. A taken address gets none,
 * but counts, so that later requests reveal nothing.
 */
const RESERVE_EMAIL = `
with asked as (
  select r.id, r.email, r.email as address, r.user_id, u.name from cms.login_requests r join cms.users u on u.id = r.user_id
  where r.id = $1 and r.purpose = 'email' and r.sent_at is null and r.used_at is null and r.expires_at > now()
), counted as (
  select o.user_id = asked.user_id as own, o.email = asked.email as same, o.created_at > now() - interval '15 minutes' as recent
  from asked join cms.login_requests o on o.id <> asked.id and o.purpose = 'email' and o.budget is not null
    and (o.user_id = asked.user_id or o.email = asked.email) and o.created_at > now() - interval '1 day'
), placed as (
  update cms.login_requests r set budget = 'email',
    code_hmac = case when exists (select from cms.users t where lower(t.email) = lower(asked.email)) then null else $2 end
  from asked
  where r.id = asked.id and (
    select count(*) filter (where own) < 5 and count(*) filter (where same) < 5
      and count(*) filter (where own and recent) < 3 and count(*) filter (where same and recent) < 3 from counted)
  returning r.code_hmac
)
select asked.address, ${RESERVED} from asked, placed where placed.code_hmac is not null`;

/** Stores the code for a new email address if it may be mailed. Call `lockRequest` before. */
export async function reserveEmailMail(db: Runs, id: string, codeHmac: string): Promise<ReservationRow | undefined> {
  return (await run<ReservationRow>(db, "reserve_email", RESERVE_EMAIL, [id, codeHmac]))[0];
}

const SENT = `update cms.login_requests set sent_at = now() where id = $1 returning id`;

/** Records that a code was mailed. */
export async function markCodeSent(db: Runs, id: string): Promise<void> {
  await run(db, "sent", SENT, [id]);
}

const GIVE = `
insert into cms.login_requests (id, email, expires_at, code_hmac, budget)
select $1::uuid, lower(u.email), now() + make_interval(mins => $4), $3::text, 'operator' from cms.users u where lower(u.email) = lower($2)
returning expires_at`;

/** Stores a request with its code, without limits, for an operator. @returns its end; undefined if no user has the address */
export async function createLoginCode(
  db: Runs,
  {
    id,
    email,
    codeHmac,
    lifeMinutes,
  }: { readonly id: string; readonly email: string; readonly codeHmac: string; readonly lifeMinutes: number },
): Promise<Date | undefined> {
  return (await run<{ expires_at: Date }>(db, "give", GIVE, [id, email, codeHmac, lifeMinutes]))[0]?.expires_at;
}

// A mail counts towards a limit for a day, so its request is stored that long.
const SWEEP = `
delete from cms.login_requests where id in (
  select id from cms.login_requests
  where expires_at < now() - interval '1 hour' and (budget is null or greatest(created_at, sent_at) < now() - interval '25 hours')
  limit 1000 for update skip locked
) returning id`;

/** Removes up to a thousand requests that no longer count. @returns how many */
export async function sweepLoginRequests(db: Runs): Promise<number> {
  return (await run(db, "sweep", SWEEP, [])).length;
}

function run<R extends Row>(db: Runs, name: string, text: string, values: readonly unknown[]): Promise<readonly R[]> {
  return db.run<R>({ name: `login_requests_${name}`, text }, values);
}
