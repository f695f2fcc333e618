/** Drops the tables of searched words that earlier versions used, with the triggers that filled them. Indexes replace them. */
import type { Table } from "../types.ts";
import { systemTable, type Catalog } from "./catalog.ts";
import { changeOf, changesOf } from "./steps/change.ts";
import type { TableChange } from "./steps/change.ts";

const TRIGGER = /^search\./;
const CONTENT = "content.";
const WORDS = "cms.search.";

/** Before columns change that they read. */
export function dropWordsTriggers({ tables }: Catalog): TableChange[] {
  const entities = [...tables].filter(([key]) => key.startsWith(CONTENT));
  return entities.flatMap(([key, { triggers }]) => {
    const of: Table = { schema: "content", name: key.slice(CONTENT.length) };
    const found = [...triggers].filter((trigger) => TRIGGER.test(trigger)).toSorted();
    const drops = found.map((name) => ({ kind: "dropTrigger", table: of, name, purpose: "words" }) as const);
    return changesOf({ phase: "obsolete", configPath: of.name }, drops);
  });
}

/** The tables and the functions of their triggers. */
export function dropWords({ tables }: Catalog): TableChange[] {
  const found = [...tables.keys()].filter((key) => key.startsWith(WORDS)).toSorted();
  return found.flatMap((key) => {
    const words = systemTable(key.slice("cms.".length));
    const reason = { phase: "drops", configPath: key.slice(WORDS.length) } as const;
    return [
      changeOf(reason, { kind: "dropTable", table: words, purpose: "words" }, { takesAway: "data" }),
      changeOf(reason, { kind: "dropFunction", function: words, purpose: "words", ifExists: true }, { takesAway: "data" }),
    ];
  });
}
