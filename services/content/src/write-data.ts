import type { HookName } from "@colophon/config";
import { parseBody, type Actor, type Entity, type Schema, type WriteData } from "@colophon/engine";
import type { Call } from "./calls.ts";
import type { Data, HookFacts, Hooks } from "./hooks.ts";

const SYSTEM: Actor = { kind: "system" };

export interface DataRequest {
  readonly call: Call;
  readonly entity: Entity;
  readonly body: Data;
  /** A first write checks everything and fills in defaults; a later one only what is in the body. */
  readonly first: boolean;
  readonly beforeHook: HookName;
  readonly facts: HookFacts;
  /** The body is content that was stored before: what the caller's role may write was asked when it was. */
  readonly trusted?: boolean;
}

export type WriteDataMaker = ReturnType<typeof createWriteData>;

/** Makes the checked data of a write from its body and the hooks that stand before it. */
export function createWriteData({ schema, hooks, newId }: { schema: Schema; hooks: Hooks; newId: () => string }) {
  /** What a role may write is asked of the caller's own words; what a hook adds, the project answers for. */
  async function requireWritable({ call, entity, body, facts, first }: DataRequest): Promise<void> {
    const names = Object.keys(body).filter((name) => name !== "locale" && name !== "translationGroup");
    const emptied = Object.fromEntries(names.map((name) => [name, null]));
    const options = { operation: operationOf(first), partial: true, draft: true, makeKey: newId };
    await parseBody(schema, call.actor, entity.name, emptied, { ...options, ...(facts.id !== undefined && { id: facts.id }) });
  }

  async function checkedData(request: DataRequest): Promise<WriteData> {
    const { call, entity, body, first, beforeHook, facts, trusted = false } = request;
    const whose = facts.id !== undefined && { id: facts.id };
    const options = { operation: operationOf(first), partial: !first, draft: facts.draft, makeKey: newId, ...whose };
    const isHooked = hooks.wants(call, entity.name, "beforeValidate", beforeHook);
    if (!isHooked) return parseBody(schema, trusted ? SYSTEM : call.actor, entity.name, body, options);

    if (!trusted) await requireWritable(request);
    const given = await hooks.before("beforeValidate", call, { ...facts, data: body });
    const checked = await parseBody(schema, SYSTEM, entity.name, given, options);
    if (!hooks.wants(call, entity.name, beforeHook)) return checked;

    const { locale, translationGroup, values } = checked;
    const changed = await hooks.before(beforeHook, call, { ...facts, data: { ...values } });
    const kept = entity.translatable && first ? { locale, translationGroup } : {};
    return parseBody(schema, SYSTEM, entity.name, { ...changed, ...kept }, options);
  }

  return async (request: DataRequest): Promise<WriteData> => {
    const data = await checkedData(request);
    if (!request.trusted) return data;
    return { ...data, references: data.references.filter(({ nested }) => !nested) }; // those in stored JSON may outlive their record
  };
}

function operationOf(first: boolean): "create" | "update" {
  return first ? "create" : "update";
}
