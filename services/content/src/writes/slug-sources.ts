import { leavesOut, ownText, relatedSources, slugFrom, slugsFromElsewhere, type RelatedSource, type WriteData } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import { readNewest, readWritten } from "./read-newest.ts";
import type { Write } from "./write.ts";

export type WithSlugs = ReturnType<typeof createWithSlugs>;

/**
 * Slugs that are generated from texts outside the data: of related records, and in a change, of fields that the body leaves out. They are
 * read as the caller: what it can't read is left out, because the slug would tell it. Nothing is read for other slugs.
 */
export function createWithSlugs({ reads }: { readonly reads: Reads }) {
  async function textAt(call: Call, { target, id, below }: RelatedSource): Promise<string | null> {
    const entity = call.engine.schema.entities.get(target);
    const record = entity && (await nullIfRefused(readNewest(reads, call, entity, { id, draft: false })));
    return record ? ownText(record, below) : null;
  }

  async function relatedTexts(call: Call, sources: readonly RelatedSource[]): Promise<Record<string, string>> {
    const texts = await Promise.all(sources.map(async (source) => [source.path, await textAt(call, source)] as const));
    return Object.fromEntries(texts.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
  }

  return async (write: Write, data: WriteData, { first }: { readonly first: boolean }): Promise<WriteData> => {
    const { entity } = write;
    const fields = slugsFromElsewhere(entity, data.values, { isNew: first });
    if (fields.length === 0) return data;
    const unhooked: Write = { ...write, call: { ...write.call, runsHooks: false } };
    const isPart = !first && fields.some((field) => leavesOut(field, data.values));
    const stored = isPart ? await nullIfRefused(readWritten(reads, unhooked)) : null;
    const values: Data = { ...stored, ...data.values };
    const slugs: Record<string, string> = { ...data.slugs };
    for (const field of fields) {
      const related = await relatedTexts(unhooked.call, relatedSources(entity, field, values));
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
