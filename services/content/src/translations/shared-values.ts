import { isDeepStrictEqual } from "node:util";
import { isUuid, type SharedRow, type WriteData } from "@colophon/engine";
import { invalid } from "@colophon/errors";
import type { Data } from "../hooks/hooks.ts";
import { actingAs } from "../http/calls.ts";
import type { WriteTools } from "../writes/operation.ts";
import type { Write } from "../writes/write.ts";

/** The shared values of a group that the reader may read, for a record that joins it; null where there are none. */
export async function valuesOfGroup(
  { call, entity }: Write,
  read: WriteTools["read"],
  group: unknown,
  reader = call.engine,
): Promise<Data | null> {
  const plan = isUuid(group) ? reader.shared(entity.name, { group }) : null;
  const [first] = plan ? await read<SharedRow>(actingAs(call, reader), plan) : [];
  return first ? (JSON.parse(first.content) as Data) : null;
}

/** @throws VALIDATION_ERROR naming each shared field that has another value than the group */
export function requireShared(values: WriteData["values"], ofGroup: Data): void {
  const other = Object.keys(ofGroup).filter((name) => !isDeepStrictEqual(values[name] ?? null, ofGroup[name] ?? null));
  const details = other.map((field) => ({ field, message: "must be the same in all translations" }));
  if (details.length > 0) throw invalid(details, "Some fields are not valid");
}
