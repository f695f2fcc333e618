import { join } from "node:path";
import { FIELD_TYPES } from "@colophon/model";
import { ROOT } from "colophon/stack/settings.ts";
import { createOptions, type Option } from "./options.ts";
import { tableOf } from "./table.ts";

const TYPES = "packages/config/src/define.ts";
const KNOWN = {
  ConfigDefinition: { heading: "The site" },
  EntityDefinition: { heading: "Entities", one: "entity" },
  EntityFieldDefinition: { heading: "Fields", one: "field" },
  FieldDefinition: { heading: "Fields", one: "field" },
  RoleDefinition: { heading: "Roles", one: "role" },
  CustomRouteDefinition: { heading: "Custom routes", one: "route" },
  WebhookDefinition: { heading: "Webhooks", one: "webhook" },
  JobDefinition: { heading: "Jobs", one: "job" },
  StorageDefinition: { heading: "Storage" },
  DerivativeDefinition: { one: "size" },
  SiteAdmin: { heading: "Admin of the site" },
  EntityAdmin: { heading: "Admin of an entity" },
  FieldAdmin: { heading: "Admin of a field" },
} as const;

/** Every option of the configuration, in Markdown. */
export function toConfigurationReference(): string {
  const options = createOptions(join(ROOT, TYPES), KNOWN);
  const section = (name: Exclude<keyof typeof KNOWN, "DerivativeDefinition">, rows = options.of(name)) =>
    `## ${KNOWN[name].heading}\n\n${optionsTable(rows)}`;
  const byType = options.further("FieldDefinition", "type", "boolean");
  const byAdapter = options.further("StorageDefinition", "adapter", "local");
  return [
    section("ConfigDefinition"),
    section("EntityDefinition"),
    section("FieldDefinition", options.shared("FieldDefinition", "type", "boolean")),
    "## Types of fields",
    ...Object.keys(FIELD_TYPES).map((type) => `### ${type}\n\n${optionsTable(byType[type] ?? [])}`),
    `### reverse\n\n${optionsTable(options.of("ReverseDefinition"))}`,
    section("RoleDefinition"),
    section("CustomRouteDefinition"),
    section("WebhookDefinition"),
    section("JobDefinition"),
    section("StorageDefinition", options.shared("StorageDefinition", "adapter", "local")),
    `With \`adapter: "s3"\` there is no \`path\`, and these are added:\n\n${optionsTable(byAdapter["s3"] ?? [])}`,
    `A size in \`derivatives\`:\n\n${optionsTable(options.of("DerivativeDefinition"))}`,
    section("SiteAdmin"),
    section("EntityAdmin"),
    section("FieldAdmin"),
  ].join("\n\n");
}

/** The options in the order of their declarations. */
function optionsTable(options: readonly Option[]): string {
  if (options.length === 0) return "No options.";
  const cells = options.map(({ name, values, byDefault, meaning }) => [`\`${name}\``, code(values), code(byDefault), meaning]);
  return tableOf(["Option", "Values", "Default", "Meaning"], cells);
}

function code(text: string): string {
  return text === "" || text === "required" ? text : `\`${text}\``;
}
