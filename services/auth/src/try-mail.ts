/**
 * A command for operators: connects to the SMTP server as the email worker does, and sends a mail to the address in its arguments if there
 * is one. Status 1 with the reason if that fails.
 */
import { randomUUID } from "node:crypto";
import { readEnv } from "@colophon/config";
import { createSmtpTransport } from "./mail/mail-transport.ts";

const { SMTP_URL, MAIL_FROM } = readEnv(process.env, ["SMTP_URL", "MAIL_FROM"], ["SMTP_URL"]);
const [to] = process.argv.slice(2);
const transport = createSmtpTransport({ url: SMTP_URL, from: MAIL_FROM });
const about = "This mail shows that Colophon can send mails.";
const mail = { id: randomUUID(), subject: "A mail from Colophon", text: `${about}\n`, html: `<p>${about}</p>` };
const delivery = await (to === undefined ? transport.verify() : transport.send({ ...mail, to }));
transport.close();
if (delivery.kind !== "sent") {
  console.error(delivery.reason);
  process.exitCode = 1;
}
