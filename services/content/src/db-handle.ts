import { entityOf, parseNoQuery, splitLocale, type Engine } from "@colophon/engine";
import { readGlobal, saveGlobal } from "./records/globals.ts";
import { actingAs, type Call } from "./http/calls.ts";
import { queryTextOf, type QueryObject } from "./reads/query-text.ts";
import type { Reads } from "./reads/reads.service.ts";
import { createRecord, deleteRecord, updateRecord } from "./writes/record.operations.ts";
import type { Writer } from "./writes/run-write.ts";
import type { Data } from "./hooks/hooks.ts";
import { plainData } from "./hooks/plain-values.ts";
import type { OpenDb } from "./hooks/project-code.ts";

export interface DbHandleDependencies {
  readonly engine: Engine;
  readonly prisma: object;
  readonly reads: Reads;
  readonly writer: Pick<Writer, "runWrite">;
}

export interface EntityOptions {
  /** `system` has every permission; by default it is the caller of the request. */
  readonly as?: "caller" | "system";
}

/** The creator of `db` handles. A handle used after its time throws instead of writing past a transaction that has ended. */
export function createDbHandles(dependencies: DbHandleDependencies): OpenDb {
  const { engine, prisma } = dependencies;
  return (call, scope) => {
    const requireLive = () => {
      if (scope.ended) throw new Error("this db belongs to a hook, a request or a job that has ended");
    };
    const entity = (name: string, options: EntityOptions = {}) => {
      requireLive();
      const acting = options.as === "system" ? actingAs(call, engine.as({ kind: "system" })) : call;
      return guard(entityHandle(dependencies, acting, name), requireLive);
    };
    return guard(Object.assign(Object.create(prisma), { entity }), requireLive);
  };
}

/** `find`, `list`, `create`, `update` and `delete` of one entity, under the rules of the REST routes. */
function entityHandle({ engine, reads, writer: { runWrite } }: DbHandleDependencies, call: Call, entity: string) {
  const timed = (): Call => ({ ...call, askedAtMs: performance.now() }); // each write has a hook's whole time
  const dataOf = ({ body }: { readonly body: string }) => JSON.parse(body).data;
  const known = entityOf(engine.schema, entity);
  if (known.kind === "global") {
    return {
      find: async (query: QueryObject = {}): Promise<Data | null> => dataOf(await readGlobal(reads, timed(), entity, queryTextOf(query))),
      async update(data: Data, query: QueryObject = {}): Promise<Data> {
        const { locale: id, search } = splitLocale(engine.schema, known, queryTextOf(query));
        parseNoQuery(search);
        return dataOf(await runWrite(saveGlobal, timed(), { entity, id, body: plainData(data) }));
      },
    };
  }
  return {
    async find(id: string, query: QueryObject = {}): Promise<Data | null> {
      const answer = await reads.find(timed(), entity, id, queryTextOf(query));
      return answer && dataOf(answer);
    },
    list: async (query: QueryObject = {}): Promise<{ data: Data[]; meta: Data }> =>
      JSON.parse((await reads.list(timed(), entity, queryTextOf(query))).body),
    create: async (data: Data): Promise<Data> => dataOf(await runWrite(createRecord, timed(), { entity, body: plainData(data) })),
    update: async (id: string, data: Data): Promise<Data> =>
      dataOf(await runWrite(updateRecord, timed(), { entity, id, body: plainData(data) })),
    delete: async (id: string): Promise<{ id: string }> => dataOf(await runWrite(deleteRecord, timed(), { entity, id })),
  };
}

/** A wrapper of an object that calls `check` before every access and every call, at any depth. */
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
      return typeof value === "object" && value !== null ? guard(value, check) : value;
    },
  });
}
