import { isUuid } from "@colophon/model";
import { isDeepStrictEqual } from "node:util";
import type { SharedRow, WriteData } from "@colophon/engine";
import { invalid } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import { actingAs } from "../http/calls.ts";
import type { ParseBody } from "./data.ts";
import type { WriteTools } from "./operation.ts";
import type { Write } from "./write.ts";

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

/**
 * The data of a record that joins a group: it gets the shared values, even if its writer may not write them. A value for a field that the
 * writer can't read is refused whatever it is: the answer must not tell whether it is that of the group. @throws VALIDATION_ERROR
 */
export async function parseJoining(write: Write, parse: ParseBody, { body, ofGroup, permission }: Joining): Promise<WriteData> {
  if (!ofGroup) return parse(write, { body, first: true });
  const { engine } = write.call;
  const { name } = write.entity;
  const { exclude } = engine.require(name, permission);
  const taken = pick(ofGroup, (field) => !exclude.has(field));
  const stored = Object.keys(taken).filter((field) => !Object.hasOwn(body, field));
  const data = await parse(write, { body: { ...taken, ...body }, first: true, stored });
  const unread = pick(ofGroup, (field) => !engine.sees(name, field));
  refuse(
    Object.keys(unread).filter((field) => Object.hasOwn(body, field)),
    "has the value of the other translations: leave it out",
  );
  const isOther = (field: string, value: unknown) => !isDeepStrictEqual(value ?? null, ofGroup[field] ?? null);
  const sent = pick(taken, (field) => Object.hasOwn(body, field) && isOther(field, body[field]));
  refuse(
    Object.keys(sent).filter((field) => isOther(field, data.values[field])),
    "must be the same in all translations",
  );
  return { ...data, values: { ...data.values, ...ofGroup } };
}

function pick(values: Data, isPicked: (name: string) => boolean): Data {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name)));
}

/** @throws VALIDATION_ERROR naming each of the fields, if there are any */
function refuse(fields: readonly string[], message: string): void {
  if (fields.length > 0)
    throw invalid(
      fields.map((field) => ({ field, message })),
      "Some fields are not valid",
    );
}
