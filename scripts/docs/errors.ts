import { CATALOG } from "@colophon/model/errors";
import { tableOf } from "./table.ts";

/** Every error code, in Markdown. */
export function toErrorReference(): string {
  const rows = Object.entries(CATALOG).map(([code, [status, message]]) => [`\`${code}\``, String(status), `${message}.`]);
  return tableOf(["Code", "Status", "Meaning"], rows);
}
