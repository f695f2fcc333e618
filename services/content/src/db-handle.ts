import { entityOf, type Schema } from "@colophon/engine";
import type { Call } from "./calls.ts";
import type { Globals } from "./globals.service.ts";
import type { Data } from "./hooks.ts";
import { plainData } from "./plain-values.ts";
import { queryTextOf, type QueryObject } from "./query-text.ts";
import type { Reads } from "./reads.service.ts";
import type { Writes } from "./writes.service.ts";

/** How long a `db` may be used: as long as the hook or the handler that it was given to. */
export interface DbScope {
  ended: boolean;
}

/** Makes the `db` of one hook or handler call: the Prisma client with `entity(name)` beside its models. */
export type OpenDb = (call: Call, scope: DbScope) => unknown;

export interface DbHandleDependencies {
  readonly schema: Schema;
  readonly prisma: object;
  readonly reads: Reads;
  readonly writes: Writes;
  readonly globals: Globals;
}

export interface EntityOptions {
  /** `system` passes every permission; left out, the caller of the request is the one who acts. */
  readonly as?: "caller" | "system";
}

/** Leaves of the Prisma client that would end or replace what the whole process shares. */
const WITHHELD = new Set<PropertyKey>(["$connect", "$disconnect", "$extends", "$on"]);

/** The maker of `db` handles. A handle used after its time throws instead of writing past a transaction that has ended. */
export function createDbHandles(dependencies: DbHandleDependencies): OpenDb {
  return (call, scope) => {
    const requireLive = () => {
      if (scope.ended) throw new Error("this db belongs to a hook or a request that has ended");
    };
    const guarded = guard(dependencies.prisma, requireLive);
    const entity = (name: string, options: EntityOptions = {}) => {
      requireLive();
      const actor = options.as === "system" ? ({ kind: "system" } as const) : call.actor;
      return guard(entityHandle(dependencies, { ...call, actor }, name), requireLive);
    };
    return new Proxy(guarded, {
      get: (target, name, receiver) => (name === "entity" ? entity : WITHHELD.has(name) ? undefined : Reflect.get(target, name, receiver)),
    });
  };
}

/** `find`, `list`, `create`, `update` and `delete` of one entity, under the rules of the REST routes. */
function entityHandle({ schema, reads, writes, globals }: DbHandleDependencies, call: Call, name: string) {
  const isGlobal = entityOf(schema, name).kind === "global";
  const asked = (): Call => ({ ...call, askedAtMs: performance.now() }); // each write has a hook's whole time
  const parsed = (body: string) => JSON.parse(body);
  if (isGlobal) {
    return {
      find: async (query: QueryObject = {}): Promise<Data | null> =>
        parsed((await globals.one(asked(), name, queryTextOf(query))).body).data,
      update: async (data: Data): Promise<Data> => parsed((await globals.update(asked(), name, plainData(data), {})).body).data,
    };
  }
  return {
    async find(id: string, query: QueryObject = {}): Promise<Data | null> {
      const answer = await reads.find(asked(), name, id, queryTextOf(query));
      return answer && parsed(answer.body).data;
    },
    list: async (query: QueryObject = {}): Promise<{ data: Data[]; meta: Data }> =>
      parsed(await reads.list(asked(), name, queryTextOf(query))),
    create: async (data: Data): Promise<Data> => parsed((await writes.create(asked(), name, plainData(data))).body).data,
    update: async (id: string, data: Data): Promise<Data> =>
      parsed((await writes.update(asked(), name, id, plainData(data), {})).body).data,
    delete: async (id: string): Promise<{ id: string }> => parsed((await writes.remove(asked(), name, id, {})).body).data,
  };
}

/** A view of an object that asks `check` before every look and every call, at any depth. */
function guard<T extends object>(target: T, check: () => void): T {
  return new Proxy(target, {
    get(object, name) {
      check();
      const value: unknown = Reflect.get(object, name);
      if (typeof value === "function") {
        return (...args: unknown[]) => {
          check();
          return Reflect.apply(value, object, args);
        };
      }
      return isModel(name, value) ? guard(value, check) : value;
    },
  });
}

/** Models (`db.user`) are objects of the client; `$…` and symbols are not. */
function isModel(name: PropertyKey, value: unknown): value is object {
  return typeof name === "string" && !name.startsWith("$") && typeof value === "object" && value !== null;
}
