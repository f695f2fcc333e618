/** The entries of one content type of a Strapi export, with what they refer to. */
import { isPlainObject } from "@colophon/model";
import { Refusal } from "../failures.ts";
import { componentKey, withFiles, type ComponentFiles, type ComponentPlace } from "./component-files.ts";
import type { StrapiArchive } from "./strapi-archive.ts";

type Data = Readonly<Record<string, unknown>>;

export interface Attribute {
  readonly type: string;
  /** Several values of a relation, or several files. */
  readonly isMany: boolean;
  readonly isHtml: boolean;
}

export interface ContentType {
  readonly uid: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly hasDrafts: boolean;
}

export interface Entry {
  readonly id: string;
  readonly data: Data;
}

/** The entries of one content type, wherever they come from. */
export interface StrapiContent {
  readonly type: ContentType;
  readonly entries: () => AsyncIterable<Entry>;
  readonly references: References;
  /** By entry: what its translations have in common. */
  readonly groups: ReadonlyMap<string, string>;
  /** The folder with the files. */
  readonly folder: string;
  readonly close: () => void;
}

const FILE = "plugin::upload.file";

/** The entries of a content type of an export. @throws Refusal */
export async function contentOf(archive: StrapiArchive, name: string): Promise<StrapiContent> {
  const type = await contentType(archive, name);
  const links = await linksOf(archive, type);
  const found = { places: await placesOf(archive), files: await filesOf(archive) };
  return {
    type,
    async *entries() {
      for await (const { type: of, id, data } of archive.lines("entities")) {
        if (of === type.uid && isPlainObject(data)) yield { id: String(id), data: withFiles(found, type.uid, data) };
      }
    },
    references: await referencesOf(archive, type, links),
    groups: await groupsOf(archive, type, links),
    folder: archive.folder,
    close: archive.remove,
  };
}

/** The members of content types and components that have components. */
async function placesOf(archive: StrapiArchive): Promise<ComponentFiles["places"]> {
  const places = new Map<string, ReadonlyMap<string, ComponentPlace>>();
  for await (const { uid, attributes } of archive.lines("schemas")) {
    const own = Object.entries(isPlainObject(attributes) ? attributes : {}).flatMap(([name, value]): [string, ComponentPlace][] => {
      if (!isPlainObject(value) || (value["type"] !== "component" && value["type"] !== "dynamiczone")) return [];
      return [[name, { component: value["type"] === "component" ? String(value["component"]) : null }]];
    });
    places.set(String(uid), new Map(own));
  }
  return places;
}

/** The files of what is no content type. */
async function filesOf(archive: StrapiArchive): Promise<ComponentFiles["files"]> {
  const links: (Side & { readonly file: string })[] = [];
  for await (const { left, right } of archive.lines("links")) {
    const [file, owner] = [sideOf(left), sideOf(right)];
    if (file?.type === FILE && owner && !owner.type.includes("::")) links.push({ ...owner, file: file.ref });
  }
  const wanted = new Set(links.map(({ file }) => file));
  const urls = new Map<string, string>();
  for await (const { type, id, data } of archive.lines("entities"))
    if (type === FILE && wanted.has(String(id)) && isPlainObject(data)) urls.set(String(id), urlOf(data));
  const files = new Map<string, Map<string, unknown>>();
  for (const { type, ref, field, file } of links.toSorted((a, b) => a.position - b.position)) {
    const own = files.get(componentKey(type, ref)) ?? new Map<string, unknown>();
    const before = own.get(field);
    const url = { url: urls.get(file) };
    files.set(componentKey(type, ref), own.set(field, before === undefined ? url : [before, url].flat()));
  }
  return files;
}

const urlOf = ({ hash, ext }: Data): string => `/uploads/${String(hash)}${String(ext ?? "")}`;

/** In Strapi 5, translations have one document; before, each entry names the others. */
async function groupsOf(archive: StrapiArchive, { uid }: ContentType, links: Links): Promise<ReadonlyMap<string, string>> {
  const groups = new Map<string, string>();
  for await (const { type, id, data } of archive.lines("entities")) {
    if (type !== uid || !isPlainObject(data)) continue;
    const own = String(id);
    const others = (links.get(own)?.get("localizations") ?? []).map(({ ref }) => ref);
    groups.set(own, typeof data["documentId"] === "string" ? data["documentId"] : ([own, ...others].toSorted()[0] ?? own));
  }
  return groups;
}

/** The content type of a uid or a short name. @throws Refusal */
async function contentType(archive: StrapiArchive, type: string): Promise<ContentType> {
  const known: string[] = [];
  for await (const { uid, attributes, options } of archive.lines("schemas")) {
    if (typeof uid !== "string" || !uid.startsWith("api::")) continue;
    known.push(uid);
    if (uid !== type && !uid.endsWith(`.${type}`)) continue;
    const own = isPlainObject(attributes) ? Object.entries(attributes) : [];
    return {
      uid,
      attributes: new Map(own.map(([name, value]) => [name, attributeOf(isPlainObject(value) ? value : {})])),
      hasDrafts: isPlainObject(options) && options["draftAndPublish"] === true,
    };
  }
  throw new Refusal(`The export has no ${type}. Name one of its content types with --type: ${known.toSorted().join(", ")}.`);
}

function attributeOf({ type, relation, multiple, customField }: Data): Attribute {
  return {
    type: String(type),
    isMany: multiple === true || /toMany$/i.test(String(relation)),
    isHtml: /ckeditor|tinymce|quill/i.test(String(customField)),
  };
}

interface Target {
  readonly type: string;
  readonly ref: string;
  readonly position: number;
}

/** Of each entry: by attribute, what it refers to. */
type Links = ReadonlyMap<string, ReadonlyMap<string, readonly Target[]>>;

interface Side {
  readonly type: string;
  readonly ref: string;
  readonly field: string;
  readonly position: number;
}

function sideOf(value: unknown): Side | null {
  if (!isPlainObject(value)) return null;
  return {
    type: String(value["type"]),
    ref: String(value["ref"]),
    field: String(value["field"] ?? ""),
    position: Number(value["pos"] ?? 0),
  };
}

async function linksOf(archive: StrapiArchive, { uid, attributes }: ContentType): Promise<Links> {
  const links = new Map<string, Map<string, Target[]>>();
  const add = (from: Side | null, to: Side | null): void => {
    if (!from || !to || from.type !== uid || !(attributes.has(from.field) || from.field === "localizations")) return;
    const own = links.get(from.ref) ?? new Map<string, Target[]>();
    links.set(from.ref, own);
    own.set(from.field, [...(own.get(from.field) ?? []), { type: to.type, ref: to.ref, position: from.position || to.position }]);
  };
  for await (const { left, right } of archive.lines("links")) {
    add(sideOf(left), sideOf(right));
    add(sideOf(right), sideOf(left));
  }
  return links;
}

export interface References {
  /** The values of what an entry refers to: `author.email`; of files, their paths. */
  of(entry: string): ReadonlyMap<string, unknown>;
}

/** What the links of the content type lead to. */
async function referencesOf(archive: StrapiArchive, type: ContentType, links: Links): Promise<References> {
  const wanted = new Set([...links.values()].flatMap((own) => [...own.values()].flat().map(({ type: of, ref }) => `${of} ${ref}`)));
  const targets = new Map<string, Data>();
  for await (const { type: of, id, data } of archive.lines("entities")) {
    if (wanted.has(`${String(of)} ${String(id)}`) && isPlainObject(data)) targets.set(`${String(of)} ${String(id)}`, data);
  }
  return {
    of(entry) {
      const own = [...(links.get(entry) ?? [])].flatMap(([field, found]) => {
        if (field === "localizations") return [];
        const inOrder = found.toSorted((a, b) => a.position - b.position);
        return valuesOf(field, inOrder, targets, type.attributes.get(field)?.isMany === true);
      });
      return new Map(own);
    },
  };
}

function valuesOf(
  field: string,
  found: readonly Target[],
  targets: ReadonlyMap<string, Data>,
  isMany: boolean,
): readonly [string, unknown][] {
  const datas = found.flatMap(({ type, ref }) => {
    const data = targets.get(`${type} ${ref}`);
    return data ? [data] : [];
  });
  const oneOrAll = (values: readonly unknown[]): unknown => (isMany ? values : values[0]);
  if (found.some(({ type }) => type === FILE)) return [[field, oneOrAll(datas.map(urlOf))]];
  const names = new Set(datas.flatMap((data) => Object.keys(data).filter((name) => typeof data[name] !== "object")));
  return [...names].map((name) => [`${field}.${name}`, oneOrAll(datas.map((data) => data[name]))]);
}
