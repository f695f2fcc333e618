/** The email worker's job for one notice: inform a user about a change of their account. */
import { findUnsentNotice, markNoticeSent, type NoticeKind } from "@colophon/database";
import type { MailName } from "./mail-templates.ts";
import { isRefused } from "./mail-transport.ts";
import type { MailPorts } from "./send-code.ts";

const MAILS = {
  "sign-in": "notice-sign-in",
  "api-key": "notice-api-key",
  email: "notice-email",
  role: "notice-role",
} as const satisfies Record<NoticeKind, MailName>;

/** Safe to run twice, late, or for a deleted user: then nothing happens, or one mail is sent twice. */
export function createSendNotice({ db, templates, transport, log, onDelivery }: MailPorts) {
  return async ({ noticeId }: { noticeId: string }): Promise<void> => {
    const notice = await findUnsentNotice(db, noticeId);
    if (!notice) return;

    const { kind, address, name, facts, created_at: createdAt } = notice;
    const words = templates.render(MAILS[kind], { ...toTexts(facts), email: address, name, time: timeOf(createdAt) });
    const delivery = await transport.send({ ...words, to: address, id: noticeId });
    onDelivery?.(delivery.kind);
    if (isRefused(delivery)) log.warn({ noticeId, reason: delivery.reason }, "the mail server refused a notice permanently");
    await markNoticeSent(db, noticeId);
  };
}

/** In minutes, in UTC: `2026-11-22 06:41 UTC`. */
function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function toTexts(facts: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(JSON.parse(facts)).map(([name, value]) => [name, typeof value === "string" ? value : "unknown"]),
  );
}
