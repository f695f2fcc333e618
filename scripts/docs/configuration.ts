import { ENTITY_ADMIN, FIELD_ADMIN, SITE_ADMIN } from "./admin-options.ts";
import { BY_TYPE, COMMON, REVERSE } from "./field-options.ts";
import { DERIVATIVE, ENTITY, JOB, LOCAL, ROLE, ROUTE, S3, SITE, WEBHOOK } from "./site-options.ts";
import { optionsTable } from "./table.ts";

/** Every option of the configuration, in Markdown. */
export function toConfigurationReference(): string {
  const types = Object.entries(BY_TYPE).map(([type, rows]) => {
    const table = Object.keys(rows).length === 0 ? "No options." : optionsTable(rows);
    return `### ${type}\n\n${table}`;
  });
  return [
    section("The site", SITE),
    section("Entities", ENTITY),
    section("Fields", COMMON),
    "## Types of fields",
    ...types,
    `### reverse\n\n${optionsTable(REVERSE)}`,
    section("Roles", ROLE),
    section("Custom routes", ROUTE),
    section("Webhooks", WEBHOOK),
    section("Jobs", JOB),
    section("Storage", LOCAL),
    `With \`adapter: "s3"\` there is no \`path\`, and these are added:\n\n${optionsTable(S3)}`,
    `A size in \`derivatives\`:\n\n${optionsTable(DERIVATIVE)}`,
    section("Admin of the site", SITE_ADMIN),
    section("Admin of an entity", ENTITY_ADMIN),
    section("Admin of a field", FIELD_ADMIN),
  ].join("\n\n");
}

function section(title: string, rows: Parameters<typeof optionsTable>[0]): string {
  return `## ${title}\n\n${optionsTable(rows)}`;
}
