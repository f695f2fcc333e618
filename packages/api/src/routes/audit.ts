/** The audit log. */
import { AREAS } from "../areas.ts";
import { COUNT, CURSOR, LIMIT, OFFSET, query } from "../parameters.ts";
import { route } from "../route.ts";
import { ACTOR_TYPES, auditRow } from "../shapes/audit.ts";
import { toJsonSchema, id, text, time } from "../shapes/registry.ts";

const MEMBERS = ["id", "number", "at", "action", "entity", "recordId", "address", "requestId", "route", "previousHash", "hash"];
/** Members that can't be sorted by. */
const WHOLE = ["actor", "changes", "values"];

/** At most so many names from a list, separated by commas. */
function listOf(names: readonly string[], most: number) {
  const pattern = `(?:${names.join("|")})`;
  return { type: "string", pattern: `^${pattern}(?:,${pattern}){0,${most - 1}}$` };
}

const PAGE = {
  type: "object",
  properties: { data: { type: "array", items: toJsonSchema(auditRow) }, meta: { $ref: "#/components/schemas/ListMeta" } },
  required: ["data", "meta"],
};

export const auditRoutes = {
  audit: route(
    { ...AREAS.content, auth: "admin", cache: "no-store" },
    {
      path: "/api/_audit",
      tag: "audit",
      shownTo: "sites with an audit log",
      methods: {
        GET: {
          id: "audit.list",
          summary: "List the audit log",
          description:
            "Sealed rows, by default the newest first; rows that were committed before the request are sealed for it. All filters of lists can be used. For people who are signed in as an admin; API keys are refused. 404 if the configuration has `audit: false`.",
          parameters: [
            query(
              "sort",
              listOf(
                MEMBERS.flatMap((name) => [name, `-${name}`]),
                5,
              ),
              "At most five different members, separated by commas. A leading `-` means descending. The default is `-number`.",
            ),
            query(
              "fields",
              listOf([...MEMBERS, ...WHOLE], 50),
              "Only these members, separated by commas, without duplicates; the id always.",
            ),
            query("filter[actor]", id, "The id of the user or API key."),
            query("filter[actor.type]", { type: "string", enum: [...ACTOR_TYPES] }, "The kind of caller."),
            query("filter[action]", text, "One action; other operators as in lists of records."),
            query("filter[entity]", text, "One entity."),
            query("filter[recordId]", id, "One record."),
            query("filter[at][$gte]", time, "From this time on."),
            query("filter[at][$lt]", time, "Before this time."),
            LIMIT,
            OFFSET,
            CURSOR,
            COUNT,
          ],
          answers: { 200: { description: "A page of the list", json: PAGE } },
          refuses: [404],
        },
      },
    },
  ),
};
