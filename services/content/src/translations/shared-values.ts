import { isDeepStrictEqual } from "node:util";
import { isUuid, type SharedRow, type WriteData } from "@colophon/engine";
import { invalid } from "@colophon/errors";
import type { Data } from "../hooks/hooks.ts";
import { actingAs } from "../http/calls.ts";
import type { ParseBody } from "../writes/data.ts";
import type { WriteTools } from "../writes/operation.ts";
import type { Write } from "../writes/write.ts";

/** The shared values of a group that the reader may read, for a record that joins it; null if there are none. */
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

interface Joining {
  readonly body: Data;
  /** Null if the group shares nothing. */
  readonly ofGroup: Data | null;
  readonly permission: "create" | "update";
}

/** The data of a record that joins a group: it gets the shared values, even if its writer may not write them. @throws VALIDATION_ERROR */
export async function parseJoining(write: Write, parse: ParseBody, { body, ofGroup, permission }: Joining): Promise<WriteData> {
  if (!ofGroup) return parse(write, { body, first: true });
  const { exclude } = write.call.engine.require(write.entity.name, permission);
  const taken = Object.fromEntries(Object.entries(ofGroup).filter(([name]) => !exclude.has(name)));
  const data = await parse(write, { body: { ...taken, ...body }, first: true });
  const unwritable = Object.fromEntries([...exclude].flatMap((name) => (name in ofGroup ? [[name, ofGroup[name]]] : [])));
  const values = { ...ofGroup, ...data.values, ...unwritable };
  requireShared(values, ofGroup);
  return { ...data, values };
}

/** @throws VALIDATION_ERROR naming each shared field with another value than the group's */
function requireShared(values: WriteData["values"], ofGroup: Data): void {
  const other = Object.keys(ofGroup).filter((name) => !isDeepStrictEqual(values[name] ?? null, ofGroup[name] ?? null));
  const details = other.map((field) => ({ field, message: "must be the same in all translations" }));
  if (details.length > 0) throw invalid(details, "Some fields are not valid");
}
