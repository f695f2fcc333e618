/** Checked data with placeholders for its values: the rest determines the statement of a write. */
import type { Reference } from "@colophon/model";
import { placeholder } from "../placeholder.ts";
import type { Placeholder } from "../placeholder.ts";
import type { WriteData } from "../request/body.ts";
import { madeSlugs } from "../request/slugs.ts";
import type { Entity, Schema } from "../types.ts";

/** References to one entity, which are looked up together. */
export interface ReferenceGroup extends Pick<Reference, "accept" | "maxBytes" | "nested"> {
  readonly target: Entity;
  /** A foreign key checks them: then only those to records that are being removed, or in the trash, are wrong. */
  readonly held: boolean;
  readonly paths: Placeholder;
  readonly ids: Placeholder;
  /** The paths of the to-many relations that contain them, which may have one record of a translation group; null if that is not checked. */
  readonly lists: Placeholder | null;
}

/** A value of a write; `[]` for an empty to-many relation. */
export type DataValue = Placeholder | readonly never[];

export interface DataPlan {
  readonly values: Readonly<Record<string, DataValue>>;
  /** Slug fields that are generated → the slug to start from. */
  readonly slugs: Readonly<Record<string, Placeholder>>;
  /** Those that replace a stored one. */
  readonly remade: readonly string[];
  readonly references: readonly ReferenceGroup[];
  readonly locale: Placeholder | null;
  readonly translationGroup: Placeholder | null;
}

/** Data, separated into shape and values. */
export interface GivenData {
  /** Everything that determines the statement's text, as a key. */
  readonly shape: readonly unknown[];
  readonly values: Record<string, unknown>;
  readonly plan: () => DataPlan;
}

const NOTHING: readonly never[] = [];

function isHeld({ nested, accept, maxBytes }: Reference): boolean {
  return !nested && accept === null && maxBytes === null;
}

/**
 * Ids that no foreign key checks, or whose record may be in removal or must have a certain media type; `all` if the write is a draft that
 * is not visible.
 */
function groupsOf(schema: Schema, references: readonly Reference[], all: boolean): readonly Reference[][] {
  const mayBeGone = (name: string) => schema.entities.get(name)?.removable || schema.entities.get(name)?.trash;
  const checked = references.filter((reference) => all || !isHeld(reference) || mayBeGone(reference.entity));
  return checked.length === 0 ? [] : [...Map.groupBy(checked, (reference) => JSON.stringify(kindOf(reference))).values()];
}

function kindOf({ entity, accept, maxBytes, nested }: Reference): readonly unknown[] {
  return [entity, accept, maxBytes, nested];
}

/** Whether several of the references are in one to-many relation to a translatable entity. */
function areTogether(schema: Schema, references: readonly Reference[]): boolean {
  const lists = references.flatMap(({ list, entity }) => (list !== undefined && schema.entities.get(entity)?.translatable ? [list] : []));
  return new Set(lists).size < lists.length;
}

function planReferences(schema: Schema, groups: readonly Reference[][], all: boolean): readonly ReferenceGroup[] {
  return groups.flatMap((group, at) => {
    const [first] = group;
    const target = first && schema.entities.get(first.entity);
    if (!target) return [];
    const { accept, maxBytes, nested } = first;
    const [paths, ids] = [placeholder(`paths${at}`), placeholder(`ids${at}`)];
    const lists = areTogether(schema, group) ? placeholder(`lists${at}`) : null;
    return [{ target, accept, maxBytes, nested, held: !all && isHeld(first), paths, ids, lists }];
  });
}

function isNoLink({ storage }: Entity["fields"][number], value: unknown): boolean {
  return storage.kind === "junction" && Array.isArray(value) && value.length === 0;
}

function planValues(entity: Entity, values: WriteData["values"]): DataPlan["values"] {
  const entries = entity.fields
    .filter(({ name }) => Object.hasOwn(values, name))
    .map((field): [string, DataValue] => {
      const { name, storage } = field;
      if (isNoLink(field, values[name])) return [name, NOTHING];
      const isJson = storage.kind === "column" && storage.sqlType === "jsonb";
      return [name, isJson ? placeholder(`value.${name}`, "json") : placeholder(`value.${name}`)];
    });
  return Object.fromEntries(entries);
}

function planSlugs(names: readonly string[]): Record<string, Placeholder> {
  return Object.fromEntries(names.map((name) => [name, placeholder(`slug.${name}`)]));
}

/** Separates data into its shape and its values. */
export function dataOf(schema: Schema, entity: Entity, data: WriteData, allReferences = false): GivenData {
  const { locale, translationGroup } = data;
  const slugs = { ...madeSlugs(entity, data.values), ...data.slugs };
  const remade = data.remade?.filter((name) => Object.hasOwn(slugs, name)) ?? []; // a hook may have set one
  const groups = groupsOf(schema, data.references, allReferences);
  const values: Record<string, unknown> = { locale, translationGroup };
  const names: string[] = [];
  for (const field of entity.fields) {
    const { name } = field;
    if (!Object.hasOwn(data.values, name)) continue;
    values[`value.${name}`] = data.values[name];
    names.push(isNoLink(field, data.values[name]) ? `${name}=[]` : name);
  }
  for (const [name, text] of Object.entries(slugs)) values[`slug.${name}`] = text;
  for (const [at, group] of groups.entries()) {
    values[`paths${at}`] = group.map(({ path }) => path);
    values[`ids${at}`] = group.map(({ id }) => id);
    values[`lists${at}`] = group.map(({ list = null }) => list);
  }
  const kinds = groups.map((group) => [group[0] && kindOf(group[0]), areTogether(schema, group)]);
  return {
    shape: [names, Object.keys(slugs), remade, kinds, locale !== null, translationGroup !== null],
    values,
    plan: () => ({
      values: planValues(entity, data.values),
      slugs: planSlugs(Object.keys(slugs)),
      remade,
      references: planReferences(schema, groups, allReferences),
      locale: locale === null ? null : placeholder("locale"),
      translationGroup: translationGroup === null ? null : placeholder("translationGroup"),
    }),
  };
}
