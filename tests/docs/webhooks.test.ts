import { afterAll, expect, test } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { writePrograms } from "./programs.ts";

const SECRET = Buffer.from("a secret of thirty-two characters").toString("base64");
const folder = mkdtempSync(join(tmpdir(), "colophon-receiver-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the receiver of the guide accepts one of several signatures, takes the secret in both of its forms, and refuses another body and an old message", async () => {
  writePrograms(folder);
  const { isGenuine } = await import(join(folder, "receiver.ts"));
  const body = JSON.stringify({ event: "article.published" });
  const signed = (at: Date) => {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const signatures = `v1,${"A".repeat(44)} ${new Webhook(SECRET).sign("msg_1", at, body)}`;
    return new Headers({ "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signatures });
  };

  expect([SECRET, `whsec_${SECRET}`].map((secret) => isGenuine(signed(new Date()), body, secret))).toEqual([true, true]);
  expect(isGenuine(signed(new Date()), `${body} `, SECRET)).toBe(false);
  expect(isGenuine(signed(new Date(Date.now() - 600_000)), body, SECRET)).toBe(false);
});
