/** Permission on assets, asked of the one engine: this service has no rules of its own. */
import type { Operation } from "@colophon/config";
import type { Database, Row } from "@colophon/database";
import { bind, parseQuery, planOne, ruleFor, toStatement, type Actor, type Role, type Schema, type Statement } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { ASSET_ENTITIES, type AssetEntity } from "./media-types.ts";

const ANY_ID = "00000000-0000-7000-8000-000000000000";
const AUTOMATIC = parseQuery("?fields=_type,createdAt,updatedAt,publishedAt", "record");
const ONLY_ID = parseQuery("?fields=id", "record");
const SYSTEM: Actor = { kind: "system" };

type RecordRow = Row & { data: string; version: number };
type View = "whole" | "reached" | "created";

export type Access = ReturnType<typeof createAccess>;

/** Asks the engine. @param now - the clock that `$NOW` in a filter reads. */
export function createAccess({
  schema,
  db,
  now,
}: {
  readonly schema: Schema;
  readonly db: Pick<Database, "one">;
  readonly now: () => Date;
}) {
  const creating = withCreateAsRead(schema);
  const statements = new Map<string, Statement>();

  function statementFor(view: View, actor: Actor, entity: AssetEntity): Statement {
    const key = `${view} ${entity} ${actor.kind === "system" ? "" : `role ${actor.role}`}`;
    const known = statements.get(key);
    if (known) return known;
    const request = view === "whole" ? undefined : ONLY_ID;
    const made = toStatement(planOne(view === "created" ? creating : schema, actor, entity, ANY_ID, request));
    statements.set(key, made);
    return made;
  }

  function find(view: View, actor: Actor, entity: AssetEntity, id: string): Promise<RecordRow | null> {
    const statement = statementFor(view, actor, entity);
    const values = bind(statement, { actor, now: now() }).map((value) => (value === ANY_ID ? id : value));
    return db.one<RecordRow>(statement, values);
  }

  return {
    /** @throws FORBIDDEN where the actor may do this with no kind of asset at all. */
    requireAny(actor: Actor, operation: Operation): void {
      if (!ASSET_ENTITIES.some((entity) => ruleFor(schema, actor, entity, operation))) throw new AppError("FORBIDDEN");
    },

    /** The version of that very record, null where the actor may not read it. @throws FORBIDDEN without read permission on its entity */
    async readableVersion(actor: Actor, entity: AssetEntity, id: string): Promise<number | null> {
      return (await find("reached", actor, entity, id))?.version ?? null;
    },

    /** Whether anyone may read it, so that shared caches may keep it. */
    async isPublic(actor: Actor, entity: AssetEntity, id: string): Promise<boolean> {
      const role = schema.publicRole;
      if (role === null) return false;
      if (actor.kind === "anonymous" && actor.role === role) return true; // it has just been read
      const anyone: Actor = { kind: "anonymous", role };
      const rule = ruleFor(schema, anyone, entity, "read");
      return rule !== null && (rule.filter === null || (await find("reached", anyone, entity, id)) !== null);
    },

    /** Whether a record that was just written lies inside the actor's filter for creating. */
    async mayHaveCreated(actor: Actor, entity: AssetEntity, id: string): Promise<boolean> {
      return (await find("created", actor, entity, id)) !== null;
    },

    /** The record as JSON text: all that the actor may read of it, else the automatic fields; null when it is gone. */
    async show(actor: Actor, entity: AssetEntity, id: string): Promise<string | null> {
      const whole = ruleFor(schema, actor, entity, "read") && (await find("whole", actor, entity, id));
      if (whole) return whole.data;
      const statement = toStatement(planOne(schema, SYSTEM, entity, id, AUTOMATIC));
      return (await db.one<RecordRow>(statement, bind(statement, { actor: SYSTEM, now: now() })))?.data ?? null;
    },
  };
}

/** The same schema with each role's rule for creating assets in the place of that for reading them. */
function withCreateAsRead(schema: Schema): Schema {
  const roles = Array.from(schema.roles, ([name, role]): readonly [string, Role] => {
    const permissions = new Map(role.permissions);
    for (const entity of ASSET_ENTITIES) {
      const create = permissions.get(entity)?.create;
      permissions.set(entity, create ? { read: { ...create, exclude: new Set() } } : {});
    }
    return [name, { ...role, permissions }];
  });
  return { ...schema, roles: new Map(roles) };
}
