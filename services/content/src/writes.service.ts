import {
  entityOf,
  isUuid,
  planCreate,
  planDelete,
  planSaveDraft,
  planUpdate,
  requireOperation,
  requireUserAdmin,
  type Entity,
  type Schema,
} from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { dataBody, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Existing, Expected, Stored } from "./existing.ts";
import type { Data, HookFacts, Hooks } from "./hooks.ts";
import type { Units } from "./units.ts";
import { isUsers, type UserRules } from "./users.rules.ts";
import type { WriteDataMaker } from "./write-data.ts";
import { afterFacts, type WriteFrame } from "./write-frame.ts";
import type { WriteRunner } from "./write-runner.ts";

export interface WriteOptions {
  /** The version that the caller has read; null or left out when any will do. */
  readonly expectedVersion?: number | null;
  /** Writes the draft of an entity with versions, and leaves what is live alone. */
  readonly draft?: boolean;
}

export interface WritesDependencies {
  readonly schema: Schema;
  readonly units: Units;
  readonly hooks: Hooks;
  readonly users: UserRules;
  readonly frame: WriteFrame;
  readonly runner: WriteRunner;
  readonly dataOf: WriteDataMaker;
  readonly existing: Existing;
  readonly newId: () => string;
}

export type Writes = ReturnType<typeof createWrites>;

/** Creates, changes and deletes records: one statement each, within a transaction only where hooks stand before it. */
export function createWrites({ schema, units, hooks, users, frame, runner, dataOf, existing, newId }: WritesDependencies) {
  async function create(call: Call, entity: Entity, body: Data, draft: boolean): Promise<Answer> {
    const { name } = entity;
    const facts: HookFacts = { entity: name, operation: "create", locale: localeOf(schema, entity, body), draft };
    const data = await dataOf({ call, entity, body, first: true, beforeHook: "beforeCreate", facts });
    const written = await runner.run(call, name, () => planCreate(schema, call.actor, name, { id: newId(), data, draft, newId }));
    return frame.saved(call, entity, "afterCreate", facts, written);
  }

  async function update(call: Call, entity: Entity, id: string, body: Data, options: WriteOptions): Promise<Answer> {
    const { name } = entity;
    const [expected, draft] = [expectedOf(options), options.draft ?? false];
    const stored = frame.isHooked(call, name, "update") ? await existing.forUpdate(call, entity, id, expected, draft) : null;
    const facts = factsOfUpdate(entity, id, stored, draft);
    const data = await dataOf({ call, entity, body, first: false, beforeHook: "beforeUpdate", facts });
    const plan = draft ? planSaveDraft : planUpdate;
    const written = await runner.run(call, name, () => plan(schema, call.actor, name, id, { data, ...expected, newId }));
    if (isUsers(name)) await units.afterCommit(() => users.afterWrite(data.values));
    return frame.saved(call, entity, "afterUpdate", facts, written);
  }

  async function remove(call: Call, entity: Entity, id: string, expected: Expected): Promise<Answer> {
    const { name } = entity;
    const facts: HookFacts = { entity: name, operation: "delete", locale: null, draft: false, id };
    const isWatched = frame.isHooked(call, name, "delete") || hooks.wants(call, name, "afterDelete");
    const stored = isWatched ? await existing.forDelete(call, entity, id, expected) : null;
    const known: HookFacts = stored ? { ...facts, ...stored } : facts;
    await hooks.before("beforeDelete", call, known);
    const written = await runner.run(call, name, () => planDelete(schema, call.actor, name, id, { ...expected, newId }));
    if (isUsers(name)) await units.afterCommit(() => users.afterWrite(null));
    if (hooks.wants(call, name, "afterDelete")) await units.afterCommit(() => hooks.after("afterDelete", call, afterFacts(known)));
    return { status: 200, body: dataBody(written.data), id: written.id, version: null };
  }

  return {
    /** Creates a record. */
    async create(call: Call, name: string, body: Data, { draft = false }: WriteOptions = {}): Promise<Answer> {
      const entity = collectionOf(schema, name);
      requireOperation(schema, call.actor, name, "create");
      requireUserAdmin(schema, call.actor, entity);
      return frame.within(call, name, "create", () => create(call, entity, body, draft));
    },

    /** Changes the fields in `body`. */
    async update(call: Call, name: string, id: string, body: Data, options: WriteOptions): Promise<Answer> {
      const entity = collectionOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      const known = idOf(id);
      return frame.within(call, name, "update", () => update(call, entity, known, body, options));
    },

    /** Deletes a record. */
    async remove(call: Call, name: string, id: string, options: WriteOptions): Promise<Answer> {
      const entity = collectionOf(schema, name);
      requireOperation(schema, call.actor, name, "delete");
      requireUserAdmin(schema, call.actor, entity);
      const known = idOf(id);
      const work = () => remove(call, entity, known, expectedOf(options));
      return hooks.wants(call, name, "afterDelete")
        ? units.run(work, frame.unitFor(call, name, "delete"))
        : frame.within(call, name, "delete", work);
    },
  };
}

function collectionOf(schema: Schema, name: string): Entity {
  const entity = entityOf(schema, name);
  if (entity.kind === "global") throw new AppError("NOT_FOUND");
  return entity;
}

/** A record's id as it is stored. @throws NOT_FOUND for what is none */
export function idOf(id: string): string {
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  return id.toLowerCase();
}

/** The engine's way to say which version is expected. */
export function expectedOf({ expectedVersion }: WriteOptions): Expected {
  return expectedVersion === null || expectedVersion === undefined ? {} : { expectedVersion };
}

/** What the hooks of an update are told; of a global without an id before its record is there. */
export function factsOfUpdate({ name }: Entity, id: string | null, stored: Stored | null, draft: boolean): HookFacts {
  return { entity: name, operation: "update", locale: null, draft, ...idFact(id, stored), ...stored };
}

/** A global's id is known from its record only. */
export function idFact(id: string | null, stored: Stored | null): { id?: string } {
  const known = id ?? stored?.record["id"];
  return typeof known === "string" ? { id: known } : {};
}

/** The language of a new record; null where its entity has none, or the caller names none that could be one. */
function localeOf(schema: Schema, { translatable }: Entity, { locale = schema.config.defaultLocale }: Data): string | null {
  return translatable && typeof locale === "string" ? locale : null;
}
