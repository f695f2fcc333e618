/** Every filter that the description names, with operands that it describes and with others: each request is answered, or refused as a mistake. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { OPERATOR_NAMES } from "@colophon/model";
import { BYTES, EDGES, validOperand } from "./support/filter-operands.ts";
import { personContent, richContent, richSite } from "./support/rich-site.ts";
import { startService, type Client, type Reply, type TestService } from "./support/service.ts";

const AT_ONCE = 8;
const ANY_FILTER = /^filter\[([^\]]+)\](?:\[(\$\w+)\])?$/;

interface Filter {
  readonly entity: string;
  readonly path: string;
  readonly operator: string;
  /** As the description says it. */
  readonly valid: string;
  /** Other parameters that the list takes: `draft`. */
  readonly others: ReadonlySet<string>;
}

let service: TestService;
let admin: Client;
let editor: Client;
beforeAll(async () => {
  service = await startService(richSite);
  [admin, editor] = [service.as("admin", service.adminId), service.as("editor")];
  const person = await created("person", personContent);
  const live = await created("everything", richContent(person));
  await admin.put(`/api/everything/${live}?draft=true`, { ...richContent(person), text: "pending" });
  await admin.post(`/api/everything/${live}/translate`, { locale: "de" });
  await admin.delete(`/api/everything/${await created("everything", richContent(person))}`);
  await created("everything", {});
});
afterAll(() => service?.stop());

async function created(entity: string, content: object): Promise<string> {
  const { status, json } = await admin.post(`/api/${entity}`, content);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
}

/** Lists that are no different from others here. */
const LEFT_OUT = new Set(["_video", "_file"]);
/** Of three tests, each takes other filters: all of them would take minutes. */
const PARTS = 3;

/** One of three parts of the filters of all lists that the client's role reads: each has those of every kind of field. */
async function describedFilters(part: 0 | 1 | 2, client = admin): Promise<readonly Filter[]> {
  const { paths, components } = (await client.get("/openapi.json")).json;
  const named = (parameter: { $ref?: string; name: string }) =>
    parameter.$ref ? components.parameters[parameter.$ref.split("/").at(-1) ?? ""] : parameter;
  const all = Object.entries<{ get?: { parameters?: { name: string }[] } }>(paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).map(named);
    const others = new Set<string>(parameters.map(({ name }) => name));
    return parameters.flatMap(({ name, schema }): Filter[] => {
      const [, field, operator = "$eq"] = ANY_FILTER.exec(name) ?? [];
      const entity = path.split("/")[2] ?? "";
      if (field === undefined || LEFT_OUT.has(entity)) return [];
      return [{ entity, path: field, operator, valid: validOperand(schema, operator, service.adminId), others }];
    });
  });
  return all.filter((_, at) => at % PARTS === part);
}

/** The filters of related records, two relations away: those of their list, after the path to them. */
function throughRelations(filters: readonly Filter[]): readonly Filter[] {
  const ofPerson = filters.filter(({ entity, path }) => entity === "person" && !/^(?:texts|shared|friend|favourite|_)/.test(path));
  const paths = ["one.friend", "several.friend", "other.one", "other.other.one", "people.friend", "rows.at.friend", "parts.row.at.friend"];
  const others = filters.find(({ entity }) => entity === "everything")?.others ?? new Set<string>();
  return paths.flatMap((way, at) =>
    ofPerson
      .filter((_, index) => index % paths.length === at)
      .map((filter) => ({ ...filter, entity: "everything", path: `${way}.${filter.path}`, others })),
  );
}

/** Requests that use a condition; `test` is a parameter without `filter`. */
const PLACES: readonly ((test: string) => string)[] = [
  (test) => `filter${test}`,
  (test) => `filter[$not]${test}`,
  (test) => `filter[$or][0]${test}&filter[$or][1][id][$null]=true`,
  (test) => `filter[$and][0][$not][$or][0]${test}&filter[$and][0][$not][$or][1][createdAt][$gt]=2024-01-01`,
  (test) => `filter${test}&sort=-updatedAt&limit=1`,
  (test) => `filter${test}&filter[$not][$or][0]${test}`,
];
const MODES = ["", "draft=true&", "locale=de&", "draft=true&locale=de&"];

function modeOf({ path, others }: Filter, number: number): string {
  if (path === "_status") return "draft=true&";
  if (path === "_deletedAt") return "trashed=true&";
  const modes = MODES.filter(
    (mode) => (!mode.includes("draft") || others.has("draft")) && (!mode.includes("locale") || others.has("locale")),
  );
  return modes[number % modes.length] ?? "";
}

/** The request number `number` with a filter, whose operand is encoded already. */
function requestOf(filter: Filter, operand: string, number: number): string {
  const { entity, path, operator } = filter;
  const place = PLACES[number % PLACES.length] ?? PLACES[0];
  return `/api/${entity}?${modeOf(filter, Math.floor(number / PLACES.length))}${place?.(`[${path}][${operator}]=${operand}`)}`;
}

const isRefusal = ({ json }: Reply): boolean =>
  json?.error?.code === "VALIDATION_ERROR" &&
  typeof json.error.message === "string" &&
  json.error.details.length > 0 &&
  json.error.details.every(({ field, message }: Record<string, unknown>) => typeof field === "string" && typeof message === "string");

/** Sends all requests. @returns those that were not answered as `expected` says */
async function wrong(requests: readonly string[], client: Client, expected: "answer" | "answer or refusal"): Promise<readonly string[]> {
  const found: string[] = [];
  const left = requests.values();
  const work = async () => {
    for (const request of left) {
      const reply = await client.get(request).catch((error: Error) => error);
      if (!(reply instanceof Error) && reply.status === 200 && Array.isArray(reply.json.data)) continue;
      if (!(reply instanceof Error) && expected !== "answer" && reply.status === 400 && isRefusal(reply)) continue;
      found.push(`${request.slice(0, 300)}: ${reply instanceof Error ? reply.message : `${reply.status} ${reply.text.slice(0, 300)}`}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

test("every described filter takes a value of its schema, in groups, in drafts and in a language", async () => {
  const filters = await describedFilters(0);

  const requests = filters.map((filter, number) => requestOf(filter, encodeURIComponent(filter.valid), number));

  expect(new Set(filters.map(({ operator }) => operator))).toEqual(new Set(OPERATOR_NAMES));
  expect(filters.length).toBeGreaterThan(500);
  expect(await wrong(requests, admin, "answer")).toEqual([]);
});

const OTHER = [...EDGES, ...BYTES];
const operandAt = (number: number): string => OTHER[number % OTHER.length] ?? "";

test("every described filter answers or refuses any other operand, also from a role with row filters", async () => {
  const filters = await describedFilters(1);

  const requests = filters.map((filter, number) => requestOf(filter, operandAt(number), number));
  const ofEditor = (await describedFilters(1, editor)).map((filter, number) => requestOf(filter, operandAt(number), number));

  expect(await wrong(requests, admin, "answer or refusal")).toEqual([]);
  expect(await wrong(ofEditor, editor, "answer or refusal")).toEqual([]);
});

test("filters of records that are two and three relations away take the same values, and answer or refuse all others", async () => {
  const deep = throughRelations(await describedFilters(2));

  const valid = deep.map((filter, number) => requestOf(filter, encodeURIComponent(filter.valid), number));
  const other = deep.map((filter, number) => requestOf(filter, operandAt(number * 7), number));

  expect(new Set(deep.map(({ path }) => path.split(".").slice(0, -1).join("."))).size).toBe(7);
  expect(await wrong(valid, admin, "answer")).toEqual([]);
  expect(await wrong(other, admin, "answer or refusal")).toEqual([]);
  expect(await wrong(valid, editor, "answer or refusal")).toEqual([]);
});

/** Parameters of a filter `[path][operator]`, and its value, that are built otherwise than described. */
const SHAPES: readonly ((path: string, operator: string, value: string) => string)[] = [
  (path, operator, value) => `filter[${path}][${operator}]=${value}&filter[${path}][${operator}]=${value}`,
  (path, operator, value) => `filter[${path}][${operator}][]=${value}`,
  (path, operator, value) => `filter[${path}][${operator}][0]=${value}`,
  (path, operator, value) => `filter[${path}][${operator}][${operator}]=${value}`,
  (path, operator, value) => `filter[${path}][]=${value}&filter[${path}][$eq]=${value}&filter[${path}]=${operator}`,
  (path, operator) => `filter[${path}][${operator}]`,
  (path, operator, value) => `filter[${path}.][${operator}]=${value}`,
  (path, operator, value) => `filter[.${path}][${operator}]=${value}`,
  (path, operator, value) => `filter[${path}.${path}][${operator}]=${value}`,
  (path, operator, value) => `filter[${path}.0][${operator}]=${value}`,
  (path, operator, value) => `filter[${path}[${operator}]=${value}`,
  (path, operator, value) => `filter.${path}=${value}&filter[$or][${path}][${operator}]=${value}`,
  (path, operator, value) => `filter[$or][999][${path}][${operator}]=${value}&filter[$and]=${value}`,
  (path, operator, value) => `filter[$not][$not][$not][$not][$not][$not][${path}][${operator}]=${value}`,
  (path, operator, value) => Array.from({ length: 51 }, (_, at) => `filter[$or][${at}][${path}][${operator}]=${value}`).join("&"),
];

test("filters that are built in another way than described are answered or refused", async () => {
  const filters = await describedFilters(2);

  const requests = filters.map(({ entity, path, operator, valid }, at) => {
    const shaped = SHAPES[at % SHAPES.length]?.(path, operator, encodeURIComponent(valid));
    return `/api/${entity}?${shaped}`;
  });

  expect(await wrong(requests, admin, "answer or refusal")).toEqual([]);
});
