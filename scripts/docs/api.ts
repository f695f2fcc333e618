import { validateConfig } from "@colophon/config";
import { compileSchema } from "@colophon/engine";
import { describe } from "@colophon/openapi";
import { tableOf } from "./table.ts";

/** The parts of the OpenAPI description that the reference uses. */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly Ref<Parameter>[]>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}
type Ref<T> = T | { readonly $ref: string };
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
}
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly type?: string | readonly string[];
}
interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Ref<Parameter>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Ref<Schema> }>> };
  readonly responses: Readonly<Record<string, Ref<{ readonly description: string }>>>;
}

/** A site with one entity and one global that have all routes. */
const SAMPLE = {
  locales: ["en", "de"],
  openapi: true,
  storage: { adapter: "local", publicUrl: "https://cdn.example.com" },
  entities: [
    {
      name: "record",
      title: "records",
      translatable: true,
      versions: true,
      trash: true,
      fields: [
        { name: "title", type: "text", searchable: true },
        { name: "parent", type: "relation", to: "record" },
      ],
    },
    { name: "global", title: "the global", global: true, translatable: true, versions: true, fields: [{ name: "title", type: "text" }] },
  ],
  roles: [{ name: "admin", isAdmin: true }],
};
const BUILT_IN = /^\/api\/_(?:user|image|video|file)\b/;
const METHODS = ["get", "post", "put", "delete"];

/** Every route with its parameters, body and answers, in Markdown. */
export function toApiReference(): string {
  const checked = validateConfig(SAMPLE);
  if (!("config" in checked)) throw new Error("The sample of the API's reference is no configuration");
  const description = describe(compileSchema(checked.config), "admin") as unknown as Described;
  const paths = Object.entries(description.paths).filter(([path]) => !BUILT_IN.test(path));
  const entities = paths.filter(([path]) => path.startsWith("/api/record"));
  const globals = paths.filter(([path]) => path.startsWith("/api/global"));
  const others = paths.filter((path) => !entities.includes(path) && !globals.includes(path));
  const group = (title: string, of: typeof paths) => [`## ${title}`, ...of.flatMap((path) => sectionsOf(description, ...path))];
  return [...group("Entities", entities), ...group("Globals", globals), ...group("Fixed routes", others)].join("\n\n");
}

type Methods = Described["paths"][string];

function sectionsOf({ components }: Described, path: string, methods: Methods): readonly string[] {
  const shown = path.replace("/api/record", "/api/{entity}").replace("/api/global", "/api/{global}");
  return METHODS.flatMap((method) => {
    const operation = methods[method] as Operation | undefined;
    return operation ? [sectionOf(components, `${method.toUpperCase()} ${shown}`, operation)] : [];
  });
}

function sectionOf(components: Described["components"], title: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const isMore = description !== undefined && description.replace(/\.$/, "") !== summary;
  const answers = Object.entries(responses).filter(([status]) => status !== "default");
  const made = answers.flatMap(([status, answer]) => ("description" in answer ? [`- **${status}** ${answer.description}`] : []));
  const refused = answers.flatMap(([status, answer]) => ("$ref" in answer ? [status] : []));
  return [
    `### \`${title}\``,
    `${summary}.${isMore ? ` ${description.replaceAll("\n", " ")}` : ""}`,
    ...parametersOf(components, parameters),
    ...bodyOf(components, requestBody),
    [...made, ...(refused.length > 0 ? [`- Refusals: ${refused.join(", ")}`] : [])].join("\n"),
  ].join("\n\n");
}

function parametersOf(components: Described["components"], parameters: readonly Ref<Parameter>[]): readonly string[] {
  const rows = new Map<string, readonly string[]>();
  for (const given of parameters) {
    const { name, in: place, description = "" } = "$ref" in given ? named(components.parameters, given.$ref) : given;
    const shown = genericName(name);
    if (!rows.has(shown))
      rows.set(shown, [`\`${shown}\``, place, shown === name ? description : (GENERIC[shown.split("[")[0] ?? ""] ?? "")]);
  }
  return rows.size === 0 ? [] : [tableOf(["Parameter", "In", "Meaning"], [...rows.values()])];
}

const GENERIC: Readonly<Record<string, string>> = {
  filter: "A filter condition, see [Filters](../guide/requests.md#filters).",
  resolve: "Replaces the ids by the related records, see [Related records](../guide/requests.md#related-records).",
};

/** The names of filters and relations depend on the configuration. */
function genericName(name: string): string {
  if (name.startsWith("filter[")) return name.includes("[$") ? "filter[<field>][<operator>]" : "filter[<field>]";
  return name.startsWith("resolve[") ? "resolve[<relation>]" : name;
}

function bodyOf(components: Described["components"], body: Operation["requestBody"]): readonly string[] {
  const [content] = Object.entries(body?.content ?? {});
  if (content === undefined) return [];
  const [type, { schema }] = content;
  const ref = "$ref" in schema ? schema.$ref : "";
  if (/\/(?:Record|Global)(?!Bulk)/.test(ref)) return [`Body, \`${type}\`: fields of the record.`];
  const { properties = {}, required = [] } = "$ref" in schema ? named(components.schemas, ref) : schema;
  const names = Object.keys(properties).map((name) => `\`${name}\`${required.includes(name) ? " (required)" : ""}`);
  return [`Body, \`${type}\`: ${names.length > 0 ? names.join(", ") : "see [Reading and writing](../guide/requests.md)"}.`];
}

function named<T>(components: Readonly<Record<string, T>>, ref: string): T {
  const found = components[ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`The description has no ${ref}`);
  return found;
}
