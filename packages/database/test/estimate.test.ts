import { expect, test } from "@jest/globals";
import { tableChanges } from "@colophon/engine";
import type { Catalog, CatalogTable } from "@colophon/engine";
import { estimate } from "../src/schema/estimate.ts";
import { NARROW, schemaOf, WIDE } from "./changing.ts";

const TABLE: CatalogTable = {
  columns: new Map([
    ["id", "uuid"],
    ["version", "integer"],
    ["created_at", "timestamp(3) with time zone"],
    ["updated_at", "timestamp(3) with time zone"],
    ["published_at", "timestamp(3) with time zone"],
    ["created_by", "uuid"],
    ["created_by_kind", "text"],
    ["updated_by", "uuid"],
    ["updated_by_kind", "text"],
    ["name", "text"],
    ["rank", "bigint"],
  ]),
  indexes: new Set(
    tableChanges(NARROW, { tables: new Map(), trigram: true }).flatMap(({ sql }) => /^create index "([^"]+)"/.exec(sql)?.[1] ?? []),
  ),
  foreignKeys: new Map(),
  triggers: new Set(["count"]),
  options: new Set(["autovacuum_vacuum_scale_factor=0.02", "autovacuum_vacuum_cost_limit=2000", "fillfactor=85"]),
  rows: 2,
};
const CATALOG: Catalog = { trigram: true, tables: new Map(["content.author", "content.publisher"].map((name) => [name, TABLE])) };
const SIZES = new Map([["content.author", { rows: 1_000_000, bytes: 500e6 }]]);

const estimated = (schema: typeof WIDE) =>
  tableChanges(schema, CATALOG).flatMap((change) => {
    const cost = estimate(change, CATALOG, SIZES);
    return cost ? [[change.sql.split('"')[0]?.trim(), Math.round(cost.seconds), cost.isOnline ? "online" : "switch", cost.lock]] : [];
  });

test("work that is done while the site runs is planned with its time, and without long locks", () => {
  expect(estimated(WIDE)).toEqual([
    ["alter table", 55, "online", "ACCESS EXCLUSIVE"], // rank in its new type
    ["alter table", 0, "switch", "ACCESS EXCLUSIVE"],
    ["alter table", 0, "switch", "ACCESS EXCLUSIVE"],
    ["alter table", 0, "online", "ACCESS EXCLUSIVE"], // mood, with its default
    ["alter table", 0, "switch", "ACCESS EXCLUSIVE"],
    ["alter table", 0, "online", "ACCESS EXCLUSIVE"], // friend
    ["create index", 10, "online", null], // the last change, by which searches are sorted
    ["create index", 10, "online", null],
    ["create index", 10, "online", null],
    ["create index", 140, "online", null],
    ["create index", 10, "online", null], // rank
    ["create index", 10, "online", null],
    ["create index", 140, "online", null],
    ["create index", 10, "online", null],
    ["create index", 140, "online", null], // short texts of both
    ["alter table", 10, "online", "SHARE ROW EXCLUSIVE"],
    ["create trigger", 0, "switch", "SHARE ROW EXCLUSIVE"], // for the event stream
    ["create trigger", 0, "switch", "SHARE ROW EXCLUSIVE"], // of the audit log
  ]);
});

test("a changed type is planned with the time to copy its values while the site runs", () => {
  const flags = schemaOf(
    { name: "author", fields: [{ name: "name", type: "number" }] },
    { name: "publisher", fields: [{ name: "name", type: "text" }] },
  );

  const [values, ...others] = estimated(flags);

  expect(values).toEqual(["alter table", 55, "online", "ACCESS EXCLUSIVE"]);
  expect(others.filter(([, seconds, when]) => when === "switch" && seconds !== 0)).toEqual([]);
});

test("an entity that becomes translatable is planned with nothing long in the switch", () => {
  const { name, fields } = NARROW.config.entities[0] ?? { name: "", fields: [] };
  const translatable = schemaOf(
    { name, fields: [...fields], translatable: true },
    { name: "publisher", fields: [{ name: "name", type: "text" }] },
  );

  const steps = estimated(translatable).filter(([, seconds]) => seconds !== 0);

  expect(steps).toEqual([
    ["alter table", 10, "online", "ACCESS EXCLUSIVE"], // locale
    ["alter table", 45, "online", "ACCESS EXCLUSIVE"], // translation group
    ["alter table", 10, "online", "ACCESS EXCLUSIVE"],
    ["create unique index", 10, "online", null],
  ]);
});
