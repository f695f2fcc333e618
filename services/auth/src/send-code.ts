/** What the email worker does with one login request: make its code, store the HMAC, send the mail. */
import type { Database, Row } from "@colophon/database";
import { enqueue } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";
import { sendCodeJob } from "./mail.job.ts";
import type { MailTemplates } from "./mail-templates.ts";
import type { MailTransport } from "./mail-transport.ts";
import { newCode, type Secrets } from "./secrets.ts";

const SECOND_MS = 1_000;
const LONGEST_WAIT_MS = 15 * SECOND_MS;

// One at a time for each address, so that the count below is right under concurrency, and not during a sign-in.
const LOCK = `
select pg_advisory_xact_lock(hashtextextended('cms.login:' || email, 0)) from cms.login_requests where id = $1`;

/**
 * Takes a place among the mails of the address: 3 in 15 minutes and 20 a day. A code that is stored but not sent
 * yet counts as a mail, for it may leave at any moment. As a code lives for 10 minutes, this also keeps the live
 * requests of an address at 3. A retry of the same request makes a new code: the last one sent is the valid one.
 * A sign-in ends the requests from before it, those that wait here too.
 */
const RESERVE = `
with mailed as (
  select o.sent_at, o.used_at, o.sent_at is null and o.used_at is null and o.expires_at > now() as waits
  from cms.login_requests r join cms.login_requests o on o.email = r.email and o.id <> r.id and o.code_hmac is not null
  where r.id = $1
)
update cms.login_requests r set code_hmac = $2
from cms.users u
where r.id = $1 and r.sent_at is null and r.used_at is null and r.expires_at > now() and lower(u.email) = lower(r.email)
  and (select count(*) from mailed where waits or sent_at > now() - interval '15 minutes') < 3
  and (select count(*) from mailed where waits or sent_at > now() - interval '1 day') < 20
  and not exists (select from mailed where used_at > r.created_at)
returning u.email as address, coalesce(u.name, split_part(u.email, '@', 1)) as name, clock_timestamp() as now`;

const SENT = `update cms.login_requests set sent_at = now() where id = $1 returning id`;

type Reservation = {
  readonly address: string;
  readonly name: string;
  readonly now: Date;
};
interface Ports {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly templates: MailTemplates;
  readonly transport: MailTransport;
  readonly log: Log;
  /** Told of each try to deliver: sent, unavailable (tried again) or refused for good. */
  readonly onDelivery?: (outcome: "sent" | "unavailable" | "refused") => void;
}

/** Safe to run twice, late, or for a request that has ended: then nothing happens, or one mail comes twice. */
export function createSendCode({ db, secrets, templates, transport, log, onDelivery }: Ports) {
  const run = async <T extends Row>(name: string, text: string, values: readonly unknown[]): Promise<T | undefined> => {
    const rows = await db.run<T>({ name: `auth_mail_${name}`, text }, values);
    return rows[0];
  };

  const reserve = (requestId: string, codeHmac: string): Promise<Reservation | undefined> =>
    db.transaction(async () => {
      await run("lock", LOCK, [requestId]);
      return run<Reservation>("reserve", RESERVE, [requestId, codeHmac]);
    });

  return async ({ requestId, attempt }: { requestId: string; attempt: number }): Promise<void> => {
    const code = newCode();
    const place = await reserve(requestId, secrets.codeHmac(requestId, code));
    if (!place) return; // ended, sent already, nobody's address, or too many mails

    const words = templates.render({ code, email: place.address, name: place.name });
    const delivery = await transport.send({ ...words, to: place.address, id: requestId });
    onDelivery?.(delivery.kind);
    if (delivery.kind === "sent") {
      await run("sent", SENT, [requestId]);
      return;
    }

    log.warn({ requestId, attempt, reason: delivery.reason, final: delivery.kind === "refused" }, "a sign-in mail was not sent");
    // A mail refused for good leaves the request as it is: ending it would answer guesses faster than for nobody's address.
    if (delivery.kind === "refused") return;
    const runAt = new Date(new Date(place.now).getTime() + waitMs(attempt));
    await enqueue(db, sendCodeJob, { requestId, attempt: attempt + 1 }, { runAt });
  };
}

/** 1 s, 2 s, 4 s, 8 s, then 15 s: the tries end with the code's life, which `RESERVE` checks. */
function waitMs(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, SECOND_MS * 2 ** Math.min(attempt, 10));
}
