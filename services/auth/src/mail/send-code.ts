/** The email worker's job for one request of a code: create the code, store the HMAC, send the mail. */
import { newCode, type Codes } from "@colophon/runtime/credentials";
import {
  lockRequest,
  markCodeSent,
  reserveEmailMail,
  reserveSignInMail,
  type CodePurpose,
  type Database,
  type ReservationRow,
} from "@colophon/database";
import { enqueue } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";
import { sendCodeJob } from "./mail.job.ts";
import type { MailName, MailTemplates } from "./mail-templates.ts";
import type { MailTransport } from "./mail-transport.ts";

const SECOND_MS = 1_000;
const LONGEST_WAIT_MS = 15 * SECOND_MS;

/** Whether there may be a mail, and its recipient, depend on the code's purpose. */
const PURPOSES = {
  "sign-in": { mail: "sign-in", reserve: reserveSignInMail },
  email: { mail: "new-address", reserve: reserveEmailMail },
} as const satisfies Record<CodePurpose, { mail: MailName; reserve: typeof reserveSignInMail }>;

export interface MailPorts {
  readonly db: Database;
  readonly templates: MailTemplates;
  readonly transport: MailTransport;
  readonly log: Log;
  /** Called for each delivery attempt: sent, unavailable (retried) or refused permanently. */
  readonly onDelivery?: (outcome: "sent" | "unavailable" | "refused") => void;
}

/** Safe to run twice, late, or for a request that has ended: then nothing happens, or one mail is sent twice. */
export function createSendCode({ db, codes, templates, transport, log, onDelivery }: MailPorts & { readonly codes: Codes }) {
  const reserve = (requestId: string, codeHmac: string): Promise<{ place: ReservationRow; mail: MailName } | null> =>
    db.transaction(async () => {
      const purpose = await lockRequest(db, requestId);
      const place = purpose && (await PURPOSES[purpose].reserve(db, requestId, codeHmac));
      return place ? { place, mail: PURPOSES[purpose].mail } : null;
    });

  return async ({ requestId, attempt }: { requestId: string; attempt: number }): Promise<void> => {
    const code = newCode();
    const reserved = await reserve(requestId, codes.codeHmac(requestId, code));
    if (!reserved) return; // ended, already sent, unknown or taken address, or too many mails

    const { place, mail } = reserved;
    const words = templates.render(mail, { code, email: place.address, name: place.name });
    const delivery = await transport.send({ ...words, to: place.address, id: requestId });
    onDelivery?.(delivery.kind);
    if (delivery.kind === "sent") return markCodeSent(db, requestId);

    log.warn({ requestId, attempt, reason: delivery.reason, final: delivery.kind === "refused" }, "a mail with a code was not sent");
    // A permanently refused mail does not end the request: otherwise guesses would be answered faster than for an unknown address.
    if (delivery.kind === "refused") return;
    const runAt = new Date(new Date(place.now).getTime() + waitMs(attempt));
    await enqueue(db, sendCodeJob, { requestId, attempt: attempt + 1 }, { runAt });
  };
}

/** 1 s, 2 s, 4 s, 8 s, then 15 s: the attempts end when the code expires, which every reservation checks. */
function waitMs(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, SECOND_MS * 2 ** Math.min(attempt, 10));
}
