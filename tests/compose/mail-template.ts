import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Docker } from "./docker.ts";

const TEMPLATE = "mail/sign-in.subject.eta";
const SUBJECT = "Come in, it is warm";

/** Adds a mail template to the project, before the first start. */
export function addMailTemplate(folder: string): void {
  writeFileSync(join(folder, TEMPLATE), `${SUBJECT}, <%= it.title %>`);
}

/** Checks that the mail of the first sign-in used the template, and removes the template. */
export async function checkMailTemplate({ compose }: Docker, folder: string): Promise<void> {
  assert.match(await compose("logs", "--no-log-prefix", "mail"), new RegExp(`: ${SUBJECT}, \\w`));
  rmSync(join(folder, TEMPLATE));
}
