/**
 * `cms.notices`: mails that inform users about changes of their account. A trigger (`notify_of_change`, migration `*_notices`) writes those
 * for changes of email address and role.
 */
import type { Database } from "../../database.ts";

type Runs = Pick<Database, "run">;

/** The subject of a notice. */
export type NoticeKind = "sign-in" | "api-key" | "email" | "role";

/** A notice with its recipient. */
export type NoticeRow = {
  readonly kind: NoticeKind;
  readonly address: string;
  readonly name: string;
  /** JSON text: details by name. */
  readonly facts: string;
  readonly created_at: Date;
};

const NOTIFY = `select cms.notify_user($1, $2, null, $3)`;

/** Stores a notice and its job, in the current transaction. */
export async function notifyUser(db: Runs, userId: string, kind: NoticeKind, facts: Readonly<Record<string, unknown>>): Promise<void> {
  await db.run({ name: "notices_notify", text: NOTIFY }, [userId, kind, JSON.stringify(facts)]);
}

const FIND = `
select n.kind, coalesce(n.address, u.email) as address, coalesce(u.name, split_part(u.email, '@', 1)) as name, n.facts, n.created_at
from cms.notices n join cms.users u on u.id = n.user_id where n.id = $1 and n.sent_at is null`;

/** A notice that was not sent yet. */
export async function findUnsentNotice(db: Runs, id: string): Promise<NoticeRow | undefined> {
  return (await db.run<NoticeRow>({ name: "notices_find", text: FIND }, [id]))[0];
}

const SENT = `update cms.notices set sent_at = now() where id = $1 returning id`;

export async function markNoticeSent(db: Runs, id: string): Promise<void> {
  await db.run({ name: "notices_sent", text: SENT }, [id]);
}

const SWEEP = `
delete from cms.notices where id in (
  select id from cms.notices where created_at < now() - interval '7 days' limit 1000 for update skip locked
) returning id`;

/** Removes up to a thousand notices from more than a week ago. @returns how many */
export async function sweepNotices(db: Runs): Promise<number> {
  return (await db.run({ name: "notices_sweep", text: SWEEP }, [])).length;
}
