/** How a mail is sent: over SMTP, or without an SMTP server to the terminal and the data folder. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inTime, LATE } from "@colophon/runtime/time-limit";
import { createTransport } from "nodemailer";
import type { MailText } from "./mail-templates.ts";

const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;
const WHOLE_MS = 30_000;

export interface Mail extends MailText {
  /** The stored address of the user; only the mail that confirms a new address is sent to that one. */
  readonly to: string;
  /** Unchanged in retries, so that duplicates can be recognized. */
  readonly id: string;
}

/** `refused` is final; `unavailable` may work later. */
export type Delivery = { readonly kind: "sent" } | { readonly kind: "refused" | "unavailable"; readonly reason: string };

/** Whether the mail was refused for good. @throws if the server is not available: the queue then repeats the job */
export function isRefused(delivery: Delivery): delivery is Extract<Delivery, { readonly reason: string }> {
  if (delivery.kind === "unavailable") throw new Error(`the mail server is not available: ${delivery.reason}`);
  return delivery.kind === "refused";
}

/** The properties of nodemailer's errors: its own code, the server's reply code, and the command. */
interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

export interface MailTransport {
  send(mail: Mail): Promise<Delivery>;
  close(): void;
}

/** Sends by an SMTP server (`smtp://user:password@host:port`), with a limit on every wait. */
export function createSmtpTransport({ url, from }: { url: string; from: string }): MailTransport & { verify(): Promise<Delivery> } {
  const address = addressOf(url);
  const smtp = createTransport({
    url,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  const deliver = async (work: Promise<unknown>, limitMs: number): Promise<Delivery> => {
    try {
      if ((await inTime(work, limitMs)) === LATE) throw Object.assign(new Error("The SMTP server is too slow"), { code: "TOO_SLOW" });
      return { kind: "sent" };
    } catch (error) {
      return toDelivery(error, address);
    }
  };
  return {
    send: (mail) => deliver(smtp.sendMail(toMessage(mail, from)), WHOLE_MS),
    /** Connects and signs in, and sends nothing. */
    verify: () => deliver(smtp.verify(), CONNECT_MS),
    close: () => smtp.close(),
  };
}

/** Prints each mail and stores it as a file for mail programs: for work without an SMTP server. */
export function createLocalTransport({
  folder,
  from,
  print,
}: {
  folder: string;
  from: string;
  print: (text: string) => void;
}): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await writer.sendMail(toMessage(mail, from));
      const file = join(folder, `${mail.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, message, { mode: 0o600 });
      print(`\n  Mail to ${mail.to}: ${mail.subject}\n\n${mail.text.trimEnd().replace(/^(?=.)/gm, "  | ")}\n\n  Kept in ${file}\n\n`);
      return { kind: "sent" };
    },
    close: () => writer.close(),
  };
}

// An address object is never parsed as a list, and quoted-printable keeps the code unbroken (base64 would not).
function toMessage({ to, id, subject, text, html }: Mail, from: string) {
  const messageId = `<${id}@colophon.invalid>`;
  const headers = { "Auto-Submitted": "auto-generated" };
  return { from, to: { name: "", address: to }, subject, text, html, messageId, headers, textEncoding: "quoted-printable" as const };
}

/** The meaning of a failed attempt: a reply of 500 and up is final. The reason is logged, so it contains no address of a person. */
function toDelivery(error: unknown, address: string): Delivery {
  const { code = "failed", responseCode = 0, command = "" }: SmtpFailure = Object(error);
  return {
    kind: responseCode >= 500 ? "refused" : "unavailable",
    reason: [code, responseCode || "", command, "from", address].filter(Boolean).join(" "),
  };
}

/** Host and port of the server, for messages. */
function addressOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "smtps:" ? 465 : 587)}`;
}
