/** Checks every answer against the API description of the same configuration: anything undescribed fails. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import { loadConfig, type Config } from "@colophon/config";
import { compileSchema } from "@colophon/engine";
import { CATALOG } from "@colophon/model/errors";
import { describe, type Description } from "@colophon/openapi";

/** A request and its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly sent: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
/** @throws Error if the API description does not allow the answer */
export type Contract = (exchange: Exchange) => void;

interface ResponseObject {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface OperationObject {
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
type Check = (pointer: string, value: unknown) => string | null;
type Documents = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;

const known = new Map<string, Promise<Contract>>();

/** The contract of a configuration file's site, for a role; by default for an admin. Test files in one process share it, with its compiled checks. */
export function createContract(configFile: string, role?: string): Promise<Contract> {
  const key = JSON.stringify([configFile, role]);
  const contract = known.get(key) ?? readContract(configFile, role);
  known.set(key, contract);
  return contract;
}

async function readContract(configFile: string, role?: string): Promise<Contract> {
  const schema = compileSchema(await loadConfig(configFile));
  const admin = [...schema.roles.values()].find((role) => role.isAdmin)?.name ?? "";
  const description = describe(schema, role ?? admin); // an admin may get every answer that any role may get
  const check = createCheck(description);
  const hidden = hiddenNames(schema.config);
  const paths = JSON.parse(JSON.stringify(description.paths)) as Documents;
  const find = createFinder(Object.keys(paths));

  return (exchange) => {
    const pathname = exchange.path.split("?")[0] ?? "";
    if (isOutside(exchange, pathname)) return;
    const template = find(pathname);
    const method = exchange.method === "HEAD" ? "get" : exchange.method.toLowerCase();
    const operation = template === null ? undefined : paths[template]?.[method];
    const problem =
      template === null || !operation
        ? undescribed(exchange, check)
        : describedProblem(exchange, { operation, pointer: `#/paths/${escaped(template)}/${method}`, description, check, hidden });
    if (problem)
      throw new Error(
        `${exchange.method} ${exchange.path} → ${exchange.status} breaks the description: ${problem}\n${exchange.text.slice(0, 500)}`,
      );
  };
}

/** Whether the description doesn't apply: custom routes may answer anything, and preflights and the files of the explorer are not described. */
function isOutside({ method }: Exchange, pathname: string): boolean {
  return method === "OPTIONS" || pathname.startsWith("/api/custom/") || pathname.startsWith("/docs/");
}

/** Checks the answer to a path or method that isn't described: it must be a refusal. */
function undescribed({ status, text, method }: Exchange, check: Check): string | null {
  if (status < 400) return "the description has no such operation";
  return method === "HEAD" ? null : errorProblem(status, text, check);
}

function errorProblem(status: number, text: string, check: Check): string | null {
  const body = parsed(text) as { error?: { code?: keyof typeof CATALOG } } | undefined;
  const problem = check("#/components/schemas/Error", body);
  if (problem) return problem;
  const code = body?.error?.code;
  return code && CATALOG[code]?.[0] === status ? null : `${code} is not an error code of status ${status}`;
}

interface Described {
  readonly operation: OperationObject;
  readonly pointer: string;
  readonly description: Description;
  readonly check: Check;
  /** Fields that no description contains. */
  readonly hidden: ReadonlySet<string>;
}

function describedProblem(exchange: Exchange, described: Described): string | null {
  const { operation, pointer, description, check } = described;
  const { status, headers, text } = exchange;
  const key = operation.responses[status] ? String(status) : status >= 400 ? "default" : null;
  if (key === null) return "the description has no such answer";
  const own = operation.responses[key];
  const at = own?.$ref ?? `${pointer}/responses/${key}`;
  const response = own?.$ref ? (description.components.responses[own.$ref.split("/").at(-1) ?? ""] as ResponseObject) : own;

  const missing = Object.entries(response?.headers ?? {}).find(
    ([name, header]) => isRequired(description, header) && !headers.has(name),
  )?.[0];
  if (missing) return `the header ${missing} is missing`;
  const request = status < 300 ? requestProblem(exchange, described) : null;
  if (request) return request;
  if (exchange.method === "HEAD" || !response?.content) return text === "" ? null : "the answer must not have a body";

  const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
  const media = response.content[type] ? type : response.content["*/*"] ? "*/*" : null;
  if (media === null) return `the description has no answer of type ${type}`;
  const problem = check(`${at}/content/${escaped(media)}/schema`, type === "application/json" && media !== "*/*" ? parsed(text) : text);
  return problem ?? (status >= 400 && media === "application/json" ? errorProblem(status, text, check) : null);
}

function isRequired({ components }: Description, { $ref }: { readonly $ref: string }): boolean {
  return (components.headers[$ref.split("/").at(-1) ?? ""] as { required?: boolean }).required ?? false;
}

/** An accepted request must be described as well: its parameters and its body. */
function requestProblem({ path, sent }: Exchange, { operation, pointer, description, check, hidden }: Described): string | null {
  const names = (operation.parameters ?? []).map(
    ({ $ref, name }) => name ?? (description.components.parameters[$ref?.split("/").at(-1) ?? ""] as { name: string }).name,
  );
  const roots = new Set(names.map(rootOf));
  const search = path.includes("?") ? path.slice(path.indexOf("?")) : "";
  const unknown = [...new URLSearchParams(search).keys()].find((name) => !roots.has(rootOf(name)));
  if (unknown !== undefined && !pointer.includes("~1assets~1") && !pointer.includes("~1auth~1"))
    return `the parameter ${unknown} is not described`;
  if (!operation.requestBody?.content["application/json"] || sent === undefined) return null;
  const problem = check(`${pointer}/requestBody/content/application~1json/schema`, describedPart(parsed(sent), hidden));
  return problem && `the body was accepted, but is not described: ${problem}`;
}

/** The keys that begin with `_` and have a meaning in blocks; all others are ignored. */
const OWN_KEYS: ReadonlySet<string> = new Set(["_type", "_key"]);

/** A body without accepted but undescribed members: ignored keys, and hidden fields. */
function describedPart(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => describedPart(item, hidden));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => (!name.startsWith("_") || OWN_KEYS.has(name)) && !hidden.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, describedPart(member, hidden)]));
}

function hiddenNames({ entities }: Config): ReadonlySet<string> {
  return new Set(entities.flatMap(({ fields }) => fields.filter((field) => field.hidden).map(({ name }) => name)));
}

function rootOf(name: string): string {
  return name.split("[")[0] ?? "";
}

function createCheck(description: Description): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(strict(JSON.parse(JSON.stringify(description))) as object, "api");
  return (pointer, value) => {
    const validate = ajv.getSchema(`api${pointer}`);
    if (!validate) throw new Error(`The description has no ${pointer}`);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

/** The description with every object closed, so that an undescribed member is found. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, key === "example" || key === "requestBody" ? member : strict(member)]),
  );
  const isOpen = isObjectType(inner["type"]) && typeof inner["properties"] === "object" && !("additionalProperties" in inner);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

function isObjectType(type: unknown): boolean {
  return type === "object" || (Array.isArray(type) && type.includes("object"));
}

/** Returns a function that finds the path template of a path; if several match, the one with the fewest parameters. */
function createFinder(templates: readonly string[]): (pathname: string) => string | null {
  const parameters = (template: string) => template.split("{").length;
  const patterns = templates
    .toSorted((a, b) => parameters(a) - parameters(b))
    .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));
  return (pathname) => patterns.find(({ pattern }) => pattern.test(pathname))?.template ?? null;
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
