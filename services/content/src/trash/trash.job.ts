import { defineJob } from "@colophon/jobs";
import type { Trash } from "./trash.service.ts";

const LOOK_EVERY_MS = 60_000;

/** Removes what has been in the trash for its days. */
export function trashJob({ empty }: Pick<Trash, "empty">) {
  return defineJob({ name: "empty-trash", everyMs: LOOK_EVERY_MS, run: empty });
}
