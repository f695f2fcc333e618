import { defineJob } from "@colophon/jobs";
import type { Trash } from "./trash.service.ts";

const LOOK_EVERY_MS = 60_000;

/** Permanently deletes records whose time in the trash has expired. */
export function trashJob({ empty }: Pick<Trash, "empty">) {
  return defineJob({ name: "empty-trash", everyMs: LOOK_EVERY_MS, run: empty });
}
