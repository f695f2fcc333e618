import {
  maskDetails,
  parseStored,
  planCreate,
  planSiblings,
  planTranslationSource,
  requireOperation,
  entityOf,
  type Entity,
  type Schema,
  type SiblingRow,
  type TranslationSourceRow,
  type WriteData,
} from "@colophon/engine";
import { AppError, invalid } from "@colophon/errors";
import type { Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Data, HookFacts } from "./hooks.ts";
import { withIds } from "./translated-ids.ts";
import type { WriteDataMaker } from "./write-data.ts";
import type { WriteFrame } from "./write-frame.ts";
import type { WriteRunner } from "./write-runner.ts";

export interface TranslateDependencies {
  readonly schema: Schema;
  readonly frame: WriteFrame;
  readonly runner: WriteRunner;
  readonly dataOf: WriteDataMaker;
  readonly newId: () => string;
}

export type Translations = ReturnType<typeof createTranslations>;

/** Copies records into other languages. */
export function createTranslations({ schema, frame, runner, dataOf, newId }: TranslateDependencies) {
  async function sourceOf(call: Call, name: string, id: string): Promise<TranslationSourceRow> {
    const [source] = await runner.read<TranslationSourceRow>(call, planTranslationSource(schema, call.actor, name, id));
    if (!source) throw new AppError("NOT_FOUND");
    return source;
  }

  async function parsed(call: Call, name: string, content: string): Promise<WriteData> {
    try {
      return await parseStored(schema, name, JSON.parse(content), { draft: true });
    } catch (error) {
      if (!(error instanceof AppError) || !error.details) throw error;
      throw new AppError(error.code, error.message, { details: maskDetails(schema, call.actor, name, error.details), cause: error });
    }
  }

  /** The content with its relations in the other language, without what this role may not write into a new record. */
  async function copied(call: Call, entity: Entity, id: string, content: string, locale: string): Promise<Data> {
    const { values, references } = await parsed(call, entity.name, content);
    const itself = { entity: entity.name, id };
    const rows = await runner.read<SiblingRow>(call, planSiblings(schema, call.actor, entity.name, [itself, ...references], locale));
    const siblings = new Map(rows.map((row) => [row.id, row.sibling]));
    if (siblings.has(id)) throw new AppError("CONFLICT", `There is a record in ${locale} already`);
    const moved = withIds(values, references, siblings);
    const { exclude } = requireOperation(schema, call.actor, entity.name, "create");
    return Object.fromEntries(Object.entries(moved).filter(([name]) => !exclude.has(name)));
  }

  async function translate(call: Call, entity: Entity, id: string, locale: string): Promise<Answer> {
    const { name } = entity;
    const source = await sourceOf(call, name, id);
    if (source.locale === locale) throw new AppError("CONFLICT", `The record is in ${locale} itself`);
    const copy = await copied(call, entity, id, source.content, locale);
    const facts: HookFacts = { entity: name, operation: "create", locale, draft: entity.versions !== false };
    const body = { ...copy, locale, translationGroup: source.translationGroup };
    const written = await dataOf({ call, entity, body, first: true, beforeHook: "beforeCreate", facts, trusted: true });
    const data = withFreeSlugs(entity, written, copy);
    const plan = () => planCreate(schema, call.actor, name, { id: newId(), data, draft: facts.draft, newId });
    return frame.saved(call, entity, "afterCreate", facts, await runner.run(call, name, plan));
  }

  return {
    /**
     * Makes the copy of a record in another language: a draft, where the entity has drafts.
     * @throws NOT_FOUND also for an entity without languages, CONFLICT when the record has this language already
     */
    async translate(call: Call, name: string, id: string, locale: string): Promise<Answer> {
      const entity = requireTranslatable(schema, name);
      requireOperation(schema, call.actor, name, "create");
      requireOperation(schema, call.actor, name, "read");
      return frame.within(call, name, "create", () => translate(call, entity, id, locale));
    },
  };
}

/** An entity with languages. @throws NOT_FOUND for one without */
export function requireTranslatable(schema: Schema, name: string): Entity {
  const entity = entityOf(schema, name);
  if (!entity.translatable) throw new AppError("NOT_FOUND");
  return entity;
}

/** The language in a body like `{ "locale": "de" }`. @throws VALIDATION_ERROR for anything else */
export function localeIn(schema: Schema, body: Data): string {
  const { locales } = schema.config;
  const unknown = Object.keys(body).filter((key) => key !== "locale" && !key.startsWith("_"));
  const details = unknown.map((field) => ({ field, message: "is not a known field" }));
  const { locale } = body;
  const isKnown = typeof locale === "string" && locales.includes(locale);
  if (!isKnown) details.push({ field: "locale", message: `must be one of ${locales.join(", ")}` });
  if (details.length > 0) throw invalid(details, "Some fields are not valid");
  return String(locale);
}

/** Slugs that were copied are made distinct by the database; those that a hook chose stay what they are. */
function withFreeSlugs(entity: Entity, data: WriteData, copy: Data): WriteData {
  const isCopied = (name: string) => typeof copy[name] === "string" && data.values[name] === copy[name];
  const names = new Set(entity.fields.filter(({ name, type }) => type === "slug" && isCopied(name)).map(({ name }) => name));
  const [slugs, values] = [true, false].map((isSlug) => Object.entries(data.values).filter(([name]) => names.has(name) === isSlug));
  return {
    ...data,
    values: Object.fromEntries(values ?? []),
    slugs: Object.fromEntries((slugs ?? []).map(([name, slug]) => [name, String(slug)])),
  };
}
