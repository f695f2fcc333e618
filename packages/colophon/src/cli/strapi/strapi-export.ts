/** An export of Strapi, or an answer of its API, as texts: a record for each entry of a content type. */
import { Refusal } from "../failures.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import type { BodyText } from "../texts/body-value.ts";
import type { Text } from "../texts/text-files.ts";
import { bodyField, openTexts, sayLeftOut } from "../texts/text-rows.ts";
import { fromComponents } from "./components.ts";
import { openArchive } from "./strapi-archive.ts";
import { blocksHtml } from "./strapi-blocks.ts";
import { contentOf, type Attribute, type ContentType, type Entry, type StrapiContent } from "./strapi-content.ts";
import { openAnswer } from "./strapi-rest.ts";

/** @throws Refusal */
export async function openStrapi(source: SourceOptions): Promise<Source> {
  const { entity } = source;
  const content = await openContent(source);
  const { type, folder } = content;
  try {
    const body = bodyAttribute(source, type);
    const published = await publishedOnes(content);
    sayLeftOut(source, published.hidden, type.uid);
    const rows = openTexts(source, {
      folders: { folder, media: folder },
      async *texts() {
        for await (const entry of content.entries()) {
          const isDraft = isUnpublished(type, entry);
          if (isDraft && (!entity.versions || published.keys.has(keyOf(entry)))) continue;
          yield { ...textOf(source, entry, { content, body }), ...(entity.versions && { isDraft }) };
        }
      },
    });
    return { ...rows, close: async () => content.close() };
  } catch (error) {
    content.close();
    throw error;
  }
}

async function openContent({ context, entity, file, options }: SourceOptions): Promise<StrapiContent> {
  if (/\.json$/i.test(file)) return openAnswer(file, options.media);
  const archive = await openArchive(file, context.signal);
  return contentOf(archive, options.type ?? entity.name).catch((error: unknown) => {
    archive.remove();
    throw error;
  });
}

function isUnpublished({ hasDrafts }: ContentType, { data }: Entry): boolean {
  return hasDrafts && (data["publishedAt"] ?? null) === null;
}

/** Strapi 5 stores a published document twice: as it is published, and its draft. */
function keyOf({ id, data }: Entry): string {
  return typeof data["documentId"] === "string" ? `${data["documentId"]} ${String(data["locale"] ?? "")}` : id;
}

async function publishedOnes({ type, entries }: StrapiContent) {
  const keys = new Set<string>();
  const drafts = new Set<string>();
  for await (const entry of entries()) (isUnpublished(type, entry) ? drafts : keys).add(keyOf(entry));
  return { keys, hidden: [...drafts].filter((key) => !keys.has(key)).length };
}

const isText = ({ type, isHtml }: Attribute): boolean => type === "richtext" || type === "blocks" || isHtml;

/** The attribute that becomes the body. @throws Refusal */
function bodyAttribute({ entity, names, options }: SourceOptions, { uid, attributes }: ContentType): string {
  const { name } = bodyField(entity, options.body);
  const given = [...attributes.keys()].find((attribute) => (names.get(attribute) ?? attribute) === name);
  if (given !== undefined && attributes.get(given)?.type === "string") return given;
  const texts = [...attributes].filter(([, attribute]) => isText(attribute)).map(([attribute]) => attribute);
  const chosen = texts.find((text) => (names.get(text) ?? text) === name) ?? (texts.length === 1 ? texts[0] : undefined);
  if (chosen !== undefined) return chosen;
  if (texts.length === 0) throw new Refusal(`${uid} has no rich text.`);
  throw new Refusal(`Name the text for ${entity.name}.${name} with --map: ${texts.map((text) => `${text}=${name}`).join(" or ")}.`);
}

interface Reading {
  readonly content: StrapiContent;
  /** The attribute with the text. */
  readonly body: string;
}

/** Values that Strapi has for itself, or that are taken in another way. */
const TECHNICAL =
  /^(?:id|documentId|document_id|locale|localizations|createdAt|updatedAt|publishedAt|createdBy|updatedBy|createdBy\..*|updatedBy\..*)$/;

function textOf({ entity, names }: SourceOptions, { id, data }: Entry, { content, body }: Reading): Text {
  const { type, references, groups, folder } = content;
  const name = `${type.uid} ${id}`;
  const lost = new Set<string>();
  const own = Object.entries(data).flatMap(([attribute, value]): [string, unknown][] => {
    const kind = type.attributes.get(attribute)?.type;
    if (attribute === body || kind === "relation" || kind === "media") return [];
    const definition = entity.byName.get(names.get(attribute) ?? attribute)?.definition;
    return [[attribute, definition ? fromComponents(definition, value, attribute, lost) : value]];
  });
  const isLinked = entity.translatable && typeof data["locale"] === "string";
  return {
    name,
    folder,
    isSelective: true,
    toldAs: (header) => (TECHNICAL.test(header) ? null : header.replace(/\..*$/, "")),
    ...(isLinked && { group: groups.get(id) ?? id }),
    values: new Map([...own, ...references.of(id)]),
    places: new Map(),
    body: bodyText(data[body], type.attributes.get(body)),
    lineOf: () => name,
    problems: [],
    remarks: lost.size > 0 ? [`no field takes these parts, so they are left out: ${[...lost].join(", ")}`] : [],
  };
}

function bodyText(value: unknown, attribute: Attribute | undefined): BodyText {
  if (attribute?.type === "blocks") return { kind: "html", text: blocksHtml(value) };
  return { kind: attribute?.isHtml ? "html" : "markdown", text: typeof value === "string" ? value : "" };
}
