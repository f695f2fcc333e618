/** A Strapi export as texts: a record for each entry of a content type. */
import { isPlainObject } from "@colophon/model";
import { Refusal } from "../failures.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import type { BodyText } from "../texts/body-value.ts";
import type { Text } from "../texts/text-files.ts";
import { bodyField, openTexts, sayLeftOut } from "../texts/text-rows.ts";
import { openArchive, type StrapiArchive } from "./strapi-archive.ts";
import { blocksHtml } from "./strapi-blocks.ts";
import { contentType, referencesOf, type Attribute, type ContentType, type References } from "./strapi-content.ts";

interface Entry {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** @throws Refusal */
export async function openStrapi(source: SourceOptions): Promise<Source> {
  const { context, entity, file, options } = source;
  const archive = await openArchive(file, context.signal);
  try {
    const type = await contentType(archive, options.type ?? entity.name);
    const body = bodyAttribute(source, type);
    const references = await referencesOf(archive, type);
    const published = await publishedOnes(archive, type);
    sayLeftOut(source, published.hidden, type.uid);
    const rows = openTexts(source, {
      folders: { folder: archive.folder, media: archive.folder },
      async *texts() {
        for await (const entry of entriesOf(archive, type)) {
          const isDraft = isUnpublished(type, entry);
          if (isDraft && (!entity.versions || published.keys.has(keyOf(entry)))) continue;
          yield { ...textOf(entry, { type, body, references, folder: archive.folder }), ...(entity.versions && { isDraft }) };
        }
      },
    });
    return { ...rows, close: async () => archive.remove() };
  } catch (error) {
    archive.remove();
    throw error;
  }
}

async function* entriesOf(archive: StrapiArchive, { uid }: ContentType): AsyncGenerator<Entry> {
  for await (const { type, id, data } of archive.lines("entities")) {
    if (type === uid && isPlainObject(data)) yield { id: String(id), data };
  }
}

function isUnpublished({ hasDrafts }: ContentType, { data }: Entry): boolean {
  return hasDrafts && (data["publishedAt"] ?? null) === null;
}

/** Strapi 5 stores a published document twice: as it is published, and its draft. */
function keyOf({ id, data }: Entry): string {
  return typeof data["documentId"] === "string" ? `${data["documentId"]} ${String(data["locale"] ?? "")}` : id;
}

async function publishedOnes(archive: StrapiArchive, type: ContentType) {
  const keys = new Set<string>();
  const drafts = new Set<string>();
  for await (const entry of entriesOf(archive, type)) (isUnpublished(type, entry) ? drafts : keys).add(keyOf(entry));
  return { keys, hidden: [...drafts].filter((key) => !keys.has(key)).length };
}

const isText = ({ type, isHtml }: Attribute): boolean => type === "richtext" || type === "blocks" || isHtml;

/** The attribute that becomes the body. @throws Refusal */
function bodyAttribute({ entity, names, options }: SourceOptions, { uid, attributes }: ContentType): string {
  const { name } = bodyField(entity, options.body);
  const texts = [...attributes].filter(([, attribute]) => isText(attribute)).map(([attribute]) => attribute);
  const chosen = texts.find((text) => (names.get(text) ?? text) === name) ?? (texts.length === 1 ? texts[0] : undefined);
  if (chosen !== undefined) return chosen;
  if (texts.length === 0) throw new Refusal(`${uid} has no rich text.`);
  throw new Refusal(`Name the text for ${entity.name}.${name} with --map: ${texts.map((text) => `${text}=${name}`).join(" or ")}.`);
}

interface Reading {
  readonly type: ContentType;
  /** The attribute with the text. */
  readonly body: string;
  readonly references: References;
  readonly folder: string;
}

function textOf({ id, data }: Entry, { type, body, references, folder }: Reading): Text {
  const name = `${type.uid} ${id}`;
  const own = Object.entries(data).filter(([attribute]) => attribute !== body);
  return {
    name,
    folder,
    isSelective: true,
    values: new Map([...own, ...references.of(id)]),
    places: new Map(),
    body: bodyText(data[body], type.attributes.get(body)),
    lineOf: () => name,
    problems: [],
  };
}

function bodyText(value: unknown, attribute: Attribute | undefined): BodyText {
  if (attribute?.type === "blocks") return { kind: "html", text: blocksHtml(value) };
  return { kind: attribute?.isHtml ? "html" : "markdown", text: typeof value === "string" ? value : "" };
}
