import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describe as describeApi } from "@colophon/openapi";
import { EXPLORER_PATH } from "../src/docs/explorer.ts";
import { magazine } from "./support/magazine.ts";
import { newsroom } from "./support/newsroom.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

/** Routes of other services and of the gateway. */
const ELSEWHERE = /^\/api\/(?:auth\/|_api-keys|assets\/|search$|health$)/;
/** Custom routes and the explorer's files are not in the description. */
const UNDESCRIBED = ["/api/custom/:name", `${EXPLORER_PATH}/:file`];

let service: TestService;
let admin: Client;
let described: Record<string, Record<string, unknown>>;
beforeAll(async () => {
  const names = new Set(newsroom.entities.map(({ name }) => name));
  const entities = [...newsroom.entities, ...magazine.entities.filter(({ name }) => !names.has(name))];
  const withTrash = { name: "scrap", trash: true, fields: [{ name: "text", type: "text" }] } as const;
  service = await startService({ ...newsroom, entities: [...entities, withTrash], openapi: true });
  admin = service.as("admin");
  const { paths } = describeApi(service.schema, "admin");
  described = Object.fromEntries(Object.entries(paths).filter(([path]) => !ELSEWHERE.test(path))) as typeof described;
});
afterAll(() => service?.stop());

/** A path of the description with an id for each parameter. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, "0190a000-0000-7000-8000-000000000000");

function allowedBy(item: Record<string, unknown>): string {
  const methods = Object.keys(item).filter((key) => key !== "parameters");
  return [...methods.map((method) => method.toUpperCase()), ...(methods.includes("get") ? ["HEAD"] : [])].toSorted().join(", ");
}

test("every path of the description accepts exactly the described methods", async () => {
  const wrong: string[] = [];
  for (const [path, item] of Object.entries(described)) {
    const { status, headers } = await admin.send("PROPFIND", filled(path));
    if (status !== 405 || headers.get("allow") !== allowedBy(item)) wrong.push(`${path}: ${status} ${headers.get("allow")}`);
  }

  expect(wrong).toEqual([]);
  expect(Object.keys(described).length).toBeGreaterThan(40);
});

test("every served route is described, except custom routes and the explorer's files", () => {
  const paths = Object.keys(described).map(filled);
  const isDescribed = (pattern: string) => {
    const matching = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`);
    return paths.some((path) => matching.test(path));
  };
  const left = service.content.app.patterns.filter((pattern) => !isDescribed(pattern));

  expect(left.toSorted()).toEqual(UNDESCRIBED.toSorted());
  expect(service.content.app.patterns.length).toBeGreaterThan(15);
});
