/** Operation → the requests that its description allows. */
import { default as fc } from "fast-check";
import type { JsonSchema, Making } from "./value-arbitrary.ts";
import { values } from "./value-arbitrary.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly schema: JsonSchema;
}
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
  readonly example: unknown;
}
export interface DescribedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const MOST_OPTIONAL = 4;

/** Values for all required parameters and some of the optional ones. */
function given(parameters: readonly Parameter[], making: Making): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
  const required = parameters.filter((parameter) => parameter.required);
  const optional = fc.subarray(
    parameters.filter((parameter) => !parameter.required),
    { maxLength: Math.min(MOST_OPTIONAL, parameters.length - required.length) },
  );
  return optional.chain((chosen) =>
    fc.tuple(...[...required, ...chosen].map(({ name, schema }) => values(schema, making).map((value) => [name, value] as const))),
  );
}

function places(parameters: readonly Parameter[], place: Parameter["in"]): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}

/** Removes duplicate names from a parameter: the description forbids them only as text. */
function distinct(name: string, value: unknown): string {
  const text = String(value);
  if (!/^(?:sort|fields|resolve\[)/.test(name)) return text;
  const byField = new Map(text.split(",").map((item) => [item.replace(/^-/, ""), item]));
  return [...byField.values()].join(",");
}

/** A body that the schema allows, sometimes its example. */
function bodies(schema: JsonSchema, example: unknown, making: Making): fc.Arbitrary<unknown> {
  const drawn = values(schema, making);
  return example === undefined ? drawn : fc.oneof({ arbitrary: drawn, weight: 3 }, fc.constant(example));
}

/** Limits a value to visible ASCII, because headers can't contain other characters. */
function headerText(value: unknown): string {
  return String(value).replaceAll(/[^\x21-\x7e]/g, "x");
}

/** @param inPath - the allowed parameters of the path */
export function requests(
  { method, path, parameters, body, example }: DescribedOperation,
  making: Making,
  inPath: fc.Arbitrary<Readonly<Record<string, string>>>,
): fc.Arbitrary<DescribedRequest> {
  const parts = fc.tuple(
    inPath,
    given(places(parameters, "query"), making),
    given(places(parameters, "header"), making),
    body ? bodies(body, example, making) : fc.constant(undefined),
  );
  return parts.map(([ids, query, headers, sent]) => {
    const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(distinct(name, value))}`).join("&");
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])));
    return {
      method,
      path: search === "" ? filled : `${filled}?${search}`,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, headerText(value)])),
      body: sent,
    };
  });
}
