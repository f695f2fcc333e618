import {
  type Entity,
  leavesOut,
  ownText,
  relatedSources,
  slugFrom,
  slugsFromElsewhere,
  type RelatedSource,
  type WriteData,
} from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import { readNewest, readWritten } from "./read-newest.ts";
import type { Write } from "./write.ts";

type Translations = Readonly<Record<string, { readonly id: string }>>;

export type WithSlugs = ReturnType<typeof createWithSlugs>;

/**
 * Slugs that are generated from texts outside the data: of related records, and in a change, of fields that the body leaves out. They are
 * read as the caller: what it can't read is left out, because the slug would tell it. References to translations lead to the one in the
 * record's language. Nothing is read for other slugs.
 */
export function createWithSlugs({ reads }: { readonly reads: Reads }) {
  const find = (call: Call, entity: Entity, id: string) => nullIfRefused(readNewest(reads, call, entity, { id, draft: false }));

  /** The record, or its translation into the locale, else into the default locale. */
  async function findIn(
    call: Call,
    entity: Entity,
    { id, locale }: { readonly id: string; readonly locale: unknown },
  ): Promise<Data | null> {
    const record = await find(call, entity, id);
    const translations = entity.translatable ? (record?.["_translations"] as Translations | undefined) : undefined;
    const wanted = [locale, call.engine.schema.config.defaultLocale].find(
      (candidate) => candidate === record?.["locale"] || translations?.[String(candidate)],
    );
    const other = translations?.[String(wanted)];
    return (other && (await find(call, entity, other.id))) ?? record;
  }

  async function textAt(call: Call, { target, id, below }: RelatedSource, locale: unknown): Promise<string | null> {
    const entity = call.engine.schema.entities.get(target);
    const record = entity && (await findIn(call, entity, { id, locale }));
    return record ? ownText(record, below) : null;
  }

  async function relatedTexts(call: Call, sources: readonly RelatedSource[], locale: unknown): Promise<Record<string, string>> {
    const texts = await Promise.all(sources.map(async (source) => [source.path, await textAt(call, source, locale)] as const));
    return Object.fromEntries(texts.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
  }

  return async (write: Write, data: WriteData, { first }: { readonly first: boolean }): Promise<WriteData> => {
    const { entity } = write;
    const fields = slugsFromElsewhere(entity, data.values, { isNew: first });
    if (fields.length === 0) return data;
    const unhooked: Write = { ...write, call: { ...write.call, runsHooks: false } };
    const isPart = !first && (entity.translatable || fields.some((field) => leavesOut(field, data.values)));
    const stored = isPart ? await nullIfRefused(readWritten(reads, unhooked)) : null;
    const values: Data = { ...stored, ...data.values };
    const locale = data.locale ?? stored?.["locale"];
    const slugs: Record<string, string> = { ...data.slugs };
    for (const field of fields) {
      const related = await relatedTexts(unhooked.call, relatedSources(entity, field, values), locale);
      slugs[field.name] ??= slugFrom(entity, field, values, related);
    }
    return { ...data, slugs };
  };
}

async function nullIfRefused<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}

/** The database makes copied slugs unique; those that a hook chose are unchanged. */
export function withFreeSlugs(entity: Entity, data: WriteData, copy: Data): WriteData {
  const isCopied = (name: string) => typeof copy[name] === "string" && data.values[name] === copy[name];
  const names = new Set(entity.fields.filter(({ name, type }) => type === "slug" && isCopied(name)).map(({ name }) => name));
  const [slugs, values] = [true, false].map((isSlug) => Object.entries(data.values).filter(([name]) => names.has(name) === isSlug));
  return {
    ...data,
    values: Object.fromEntries(values ?? []),
    slugs: Object.fromEntries((slugs ?? []).map(([name, slug]) => [name, String(slug)])),
  };
}
