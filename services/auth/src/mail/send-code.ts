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
import type { Log } from "@colophon/runtime";
import type { MailName, MailTemplates } from "./mail-templates.ts";
import { isRefused, type MailTransport } from "./mail-transport.ts";

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
  const reserve = (requestId: string, codeHmac: string): Promise<{ reservation: ReservationRow; mail: MailName } | null> =>
    db.transaction(async () => {
      const purpose = await lockRequest(db, requestId);
      const reservation = purpose && (await PURPOSES[purpose].reserve(db, requestId, codeHmac));
      return reservation ? { reservation, mail: PURPOSES[purpose].mail } : null;
    });

  return async ({ requestId }: { requestId: string }): Promise<void> => {
    const code = newCode();
    const reserved = await reserve(requestId, codes.codeHmac(requestId, code));
    if (!reserved) return; // ended, already sent, unknown or taken address, or too many mails

    const { reservation, mail } = reserved;
    const words = templates.render(mail, { code, email: reservation.address, name: reservation.name });
    const delivery = await transport.send({ ...words, to: reservation.address, id: requestId });
    onDelivery?.(delivery.kind);
    // A permanently refused mail does not end the request: otherwise guesses would be answered faster than for an unknown address.
    if (isRefused(delivery)) log.warn({ requestId, reason: delivery.reason }, "the mail server refused a code permanently");
    else await markCodeSent(db, requestId);
  };
}
