import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Docker } from "./docker.ts";

const TEMPLATE = "mail/sign-in.subject.eta";
const SUBJECT = "Come in, it is warm";

/** A project's mail template, next to its configuration, before the first start. */
export function giveOwnWords(folder: string): void {
  writeFileSync(join(folder, TEMPLATE), `${SUBJECT}, <%= it.title %>`);
}

/** The mail of the first sign-in had the template's text. From the next start on, the project has no template. */
export async function checkOwnWords({ compose }: Docker, folder: string): Promise<void> {
  assert.match(await compose("logs", "--no-log-prefix", "mail"), new RegExp(`: ${SUBJECT}, \\w`));
  rmSync(join(folder, TEMPLATE));
}
