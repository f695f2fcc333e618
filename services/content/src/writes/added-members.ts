import { isPlainObject } from "@colophon/model";
import { unknownMembers, type MemberPath } from "@colophon/engine";
import type { Data, Hooks } from "../hooks/hooks.ts";
import type { Reads } from "../reads/reads.service.ts";
import { readWritten } from "./read-newest.ts";
import type { Write } from "./write.ts";

export type WithoutAdded = ReturnType<typeof createWithoutAdded>;

/**
 * Allows a record to be sent back as it was read: unknown members that afterRead hooks add to this record for this caller are ignored.
 * Others stay in the body and are refused. Nothing is read for a body without unknown members.
 */
export function createWithoutAdded({ hooks, reads }: { hooks: Hooks; reads: Reads }) {
  return async (write: Write, body: Data): Promise<Data> => {
    const { call, entity } = write;
    if (!hooks.wants(call, entity.name, "afterRead") || !call.engine.rule(entity.name, "read")) return body;
    const unknown = unknownMembers(entity, body);
    if (unknown.length === 0) return body;
    const answered = await readWritten(reads, write);
    const added = unknown.filter((path) => isIn(answered, path));
    if (added.length === 0) return body;
    const copy = structuredClone(body);
    for (const path of added) removeAt(copy, path);
    return copy;
  };
}

/** Whether a value has a member at the path; all items of a list are treated alike. */
function isIn(value: unknown, [first, ...rest]: MemberPath): boolean {
  if (first === undefined) return true;
  if (typeof first === "number") return Array.isArray(value) && value.some((item) => isIn(item, rest));
  return isPlainObject(value) && Object.hasOwn(value, first) && isIn(value[first], rest);
}

function removeAt(value: unknown, path: MemberPath): void {
  const [first, ...rest] = path;
  if (typeof value !== "object" || value === null || first === undefined) return;
  if (rest.length === 0) Reflect.deleteProperty(value, first);
  else removeAt(Reflect.get(value, first), rest);
}
