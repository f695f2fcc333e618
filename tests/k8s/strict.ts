import * as models from "@kubernetes/client-node/dist/gen/models/all.js";
import type { Manifest } from "./render.ts";

interface Attribute {
  readonly baseName: string;
  readonly type: string;
}
interface Model {
  getAttributeTypeMap(): readonly Attribute[];
}

const MODELS = new Map(Object.entries(models as Record<string, unknown>).filter((entry): entry is [string, Model] => isModel(entry[1])));

/** The unknown fields and the values of a wrong type in a manifest, with their paths, according to the models of the Kubernetes client. */
export function faultsOf(manifest: Manifest): string[] {
  const version = manifest.apiVersion.split("/").at(-1) ?? "";
  const name = `${version[0]?.toUpperCase()}${version.slice(1)}${manifest.kind}`;
  if (!MODELS.has(name)) return [`${manifest.apiVersion} ${manifest.kind} is unknown`];
  return walk(manifest, name, `${manifest.kind}/${manifest.metadata.name}`);
}

function walk(value: unknown, type: string, place: string): string[] {
  const list = /^Array<(.*)>$/.exec(type)?.[1];
  if (list !== undefined)
    return Array.isArray(value) ? value.flatMap((item, at) => walk(item, list, `${place}[${at}]`)) : [`${place} is not a list`];
  const entries = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1];
  if (entries !== undefined)
    return isObject(value) ? entriesOf(value).flatMap(([key, item]) => walk(item, entries, `${place}.${key}`)) : [`${place} is not a map`];
  const model = MODELS.get(type);
  if (model) return walkObject(value, model, place);
  return fits(value, type) ? [] : [`${place} is ${JSON.stringify(value)}, not ${type}`];
}

function walkObject(value: unknown, model: Model, place: string): string[] {
  if (!isObject(value)) return [`${place} is not an object`];
  const attributes = new Map(model.getAttributeTypeMap().map(({ baseName, type }) => [baseName, type]));
  return entriesOf(value).flatMap(([key, item]) => {
    const type = attributes.get(key);
    return type === undefined ? [`${place}.${key} is unknown`] : walk(item, type, `${place}.${key}`);
  });
}

function fits(value: unknown, type: string): boolean {
  if (type === "IntOrString") return typeof value === "number" || typeof value === "string";
  if (type === "Date" || type === "V1MicroTime") return typeof value === "string";
  if (type === "any" || type === "object") return true;
  return typeof value === type;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value);
}

function isModel(value: unknown): value is Model {
  return typeof value === "function" && "getAttributeTypeMap" in value;
}
