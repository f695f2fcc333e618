import { resolve } from "node:path";
import { isStored, loadConfig, readEnv } from "@colophon/config";
import type { Config, EntityDefinition } from "@colophon/config";
import { targetOf } from "@colophon/engine";
import { readArguments } from "./arguments.ts";
import { ROOT } from "colophon/stack/settings.ts";
import { reportErrors } from "./tool.ts";

/** `pnpm graph`: the configuration's entities and their relations as a Mermaid diagram. */
if (import.meta.main) {
  readArguments("Usage: pnpm graph", {});
  await reportErrors(async () => {
    const { CMS_CONFIG } = readEnv(process.env, ["CMS_CONFIG"]);
    console.log(toDiagram(await loadConfig(resolve(ROOT, CMS_CONFIG))));
  });
}

/** The entities as a Mermaid `erDiagram`. */
export function toDiagram({ entities }: Pick<Config, "entities">): string {
  return ["erDiagram", ...entities.map(toBox), ...entities.flatMap(toArrows)].join("\n");
}

function toBox({ name, fields }: EntityDefinition): string {
  const rows = fields
    .filter(isStored)
    .map(
      (field) =>
        `    ${field.type} ${field.name}${field.unique || field.type === "slug" ? " UK" : ""}${field.required ? ' "required"' : ""}`,
    );
  return [`  ${quoted(name)} {`, ...rows, "  }"].join("\n");
}

function toArrows({ name, fields }: EntityDefinition): string[] {
  return fields.filter(isStored).flatMap((field) => {
    const target = targetOf(field);
    if (target === null) return [];
    const many = "many" in field && field.many;
    return [`  ${quoted(name)} }o--${many ? "o{" : field.required ? "||" : "o|"} ${quoted(target)} : ${quoted(field.name)}`];
  });
}

function quoted(name: string): string {
  return `"${name}"`;
}
