import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { startMailServer } from "../../../tests/support/servers/mail-server.ts";
import type { TestSmtp } from "../../../tests/support/servers/smtp.ts";
import { createMailTemplates } from "../src/mail/mail-templates.ts";
import { createLocalTransport, createSmtpTransport, type Mail } from "../src/mail/mail-transport.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-mail-"));
const facts = { code: "042917", email: "ada@example.org", name: "Ada" };
const ownTemplates = createMailTemplates({ folder: null, title: "Zürich & Söhne", minutes: 10 });
const mail: Mail = { ...ownTemplates.render("sign-in", facts), to: "ada@example.org", id: "f2b1c7de-0000-4000-8000-000000000000" };
const from = "Colophon <no-reply@localhost>";
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await startMailServer();
});
afterAll(async () => {
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true });
});

const untilArrived = (mails: number) =>
  eventually(() => smtp.mails.length, { what: `${mails} mails have arrived`, accepts: (arrived) => arrived >= mails });
const writeTemplate = (name: string, text: string): void => writeFileSync(join(folder, name), text);

test("the text part contains the code in one piece and no other number of six digits", async () => {
  const transport = createSmtpTransport({ url: smtp.url, from });

  expect(await transport.send(mail)).toEqual({ kind: "sent" });
  transport.close();
  await untilArrived(1);

  const received = smtp.mails.at(-1);
  expect(received?.parsed.text?.match(/\d{6,}/g)).toEqual([facts.code]);
  const textPart = received?.raw.split("text/html")[0] ?? "";
  expect(textPart).toMatch(/Content-Transfer-Encoding: (7bit|quoted-printable)/i);
  expect(textPart).toContain(`\r\n${facts.code}\r\n`);
  expect(received?.parsed.html).toContain(facts.code);
  expect(received?.parsed.html).toContain("Zürich &amp; Söhne");
  expect(received?.parsed.subject).toBe("Your sign-in code for Zürich & Söhne");
  expect(received?.to).toEqual(["ada@example.org"]);
});

test("an address that looks like two is one recipient, or none", async () => {
  const transport = createSmtpTransport({ url: smtp.url, from });
  const before = smtp.mails.length;

  const sent = [
    await transport.send({ ...mail, to: "ada@example.org, evil@example.net" }),
    await transport.send({ ...mail, to: "ada@example.org<evil@example.net>" }),
  ];
  transport.close();
  await untilArrived(before + sent.filter(({ kind }) => kind === "sent").length);

  for (const received of smtp.mails.slice(before)) expect(received.to).toHaveLength(1);
  expect(smtp.mails.slice(before).flatMap((received) => received.to)).not.toContain("evil@example.net");
});

test.each([
  [550, "refused"],
  [554, "refused"],
  [451, "unavailable"],
  [421, "unavailable"],
] as const)("a mail server that answers %i makes a delivery %s", async (code, kind) => {
  smtp.behave(code);
  const transport = createSmtpTransport({ url: smtp.url, from });

  const delivery = await transport.send(mail);
  transport.close();
  smtp.behave("accept");

  expect(delivery).toMatchObject({ kind });
  expect(JSON.stringify(delivery)).not.toContain("example.org");
});

test("a stopped mail server is reported as unavailable at once", async () => {
  const transport = createSmtpTransport({ url: "smtp://127.0.0.1:1", from });

  expect(await transport.send(mail)).toMatchObject({ kind: "unavailable", reason: expect.stringMatching(/CONN.* from 127\.0\.0\.1:1$/) });
  transport.close();
});

test("a mail server that doesn't answer causes a timeout", async () => {
  smtp.behave("silent");
  const transport = createSmtpTransport({ url: smtp.url, from });

  const delivery = await transport.send(mail);
  transport.close();
  smtp.behave("accept");

  expect(delivery).toMatchObject({ kind: "unavailable" });
});

test("without a mail server, a mail is printed, and stored as a file that only its owner may read", async () => {
  const printed: string[] = [];
  const transport = createLocalTransport({ folder: join(folder, "mails"), from, print: (text) => void printed.push(text) });

  expect(await transport.send(mail)).toEqual({ kind: "sent" });

  expect(printed.join("")).toContain(facts.code);
  const [file = ""] = readdirSync(join(folder, "mails"));
  expect(file).toMatch(/\.eml$/);
  expect(readFileSync(join(folder, "mails", file), "utf8")).toContain(facts.code);
  expect(statSync(join(folder, "mails", file)).mode & 0o777).toBe(0o600);
});

test("a project may replace one template and keep the others", () => {
  writeTemplate("sign-in.text.eta", "Hallo <%= it.name %>, dein Code:\n<%= it.code %>\n");

  const { text, html } = createMailTemplates({ folder, title: "Magazin", minutes: 10 }).render("sign-in", facts);

  expect(text).toBe("Hallo Ada, dein Code:\n042917\n");
  expect(html).toContain("Magazin");
});

test.each([
  ["has no code", "Hello <%= it.name %>", "must hold the code"],
  ["has another number of six digits", "<%= it.code %> call 555123456", "no other number of six digits"],
  ["cuts the code", "<%= it.code.slice(0, 3) %> <%= it.code.slice(3) %>", "must hold the code"],
  ["buries the code in a long line", `${"word ".repeat(20)}<%= it.code %>`, "a line of at most 70 characters"],
  ["does not compile", "<% if ( %>", "does not work"],
  ["throws", "<%= it.code.nothing.at.all %>", "does not work"],
])("a template that %s is refused at the start, by its file name", (_what, template, sentence) => {
  writeTemplate("sign-in.text.eta", template);

  const create = () => createMailTemplates({ folder, title: "Magazine", minutes: 10 });

  expect(create).toThrow(sentence);
  expect(create).toThrow(join(folder, "sign-in.text.eta"));
});
