/** Checked data, with its values taken out: what is left is the shape of the write. */
import type { Reference } from "../field-types/index.ts";
import type { Actor, Entity } from "../types.ts";
import type { WriteData } from "./parse-body.ts";
import { slot } from "./recipe.ts";
import type { Slot } from "./recipe.ts";
import { madeSlugs } from "./slug-value.ts";

/** References of one kind, to be asked about together. */
export interface ReferenceGroup extends Pick<Reference, "entity" | "accept" | "maxBytes" | "nested"> {
  readonly paths: Slot;
  readonly ids: Slot;
}

/** Data whose values are open. */
export interface OpenData {
  /** Field name → slot; of a many-relation that shall be empty: `[]`. */
  readonly values: Readonly<Record<string, Slot | readonly never[]>>;
  /** Slug fields that are made here → the slug to begin with. */
  readonly slugs: Readonly<Record<string, Slot>>;
  readonly references: readonly ReferenceGroup[];
  readonly locale: Slot | null;
  readonly translationGroup: Slot | null;
}

/** Open data with the key of its shape and what its slots stand for. */
export interface Opened {
  readonly data: OpenData;
  readonly shape: readonly unknown[];
  readonly given: Map<string, unknown>;
}

const NOTHING: readonly never[] = [];

/** Ids that no foreign key holds, or whose asset must be of a kind; `all` where the write is a draft that none sees. */
function groupsOf(references: readonly Reference[], all: boolean): readonly Reference[][] {
  const asked = references.filter((one) => all || one.nested || one.accept !== null || one.maxBytes !== null);
  return [...Map.groupBy(asked, ({ entity, accept, maxBytes, nested }) => JSON.stringify([entity, accept, maxBytes, nested])).values()];
}

function openReferences(groups: readonly Reference[][], given: Map<string, unknown>): readonly ReferenceGroup[] {
  return groups.flatMap((group, at) => {
    const [first] = group;
    if (!first) return [];
    given.set(
      `paths${at}`,
      group.map(({ path }) => path),
    );
    given.set(
      `ids${at}`,
      group.map(({ id }) => id),
    );
    const { entity, accept, maxBytes, nested } = first;
    return [{ entity, accept, maxBytes, nested, paths: slot(`paths${at}`), ids: slot(`ids${at}`) }];
  });
}

function openValues(entity: Entity, values: WriteData["values"], given: Map<string, unknown>): OpenData["values"] {
  const named = entity.fields.filter((field) => Object.hasOwn(values, field.name));
  const entries = named.map(({ name, storage }) => {
    const value = values[name];
    if (storage.kind === "junction" && Array.isArray(value) && value.length === 0) return [name, NOTHING] as const;
    given.set(`value.${name}`, value);
    return [name, slot(`value.${name}`, storage.kind === "column" && storage.sqlType === "jsonb")] as const;
  });
  return Object.fromEntries(entries);
}

/** Takes the values out. Whatever changes the statement's text is in `shape`. */
export function openData(entity: Entity, data: WriteData, allReferences = false): Opened {
  const given = new Map<string, unknown>([
    ["locale", data.locale],
    ["translationGroup", data.translationGroup],
  ]);
  const values = openValues(entity, data.values, given);
  const slugs = { ...madeSlugs(entity, data.values), ...data.slugs };
  for (const [name, text] of Object.entries(slugs)) given.set(`slug.${name}`, text);
  const references = openReferences(groupsOf(data.references, allReferences), given);
  const open: OpenData = {
    values,
    slugs: Object.fromEntries(Object.keys(slugs).map((name) => [name, slot(`slug.${name}`)])),
    references,
    locale: data.locale === null ? null : slot("locale"),
    translationGroup: data.translationGroup === null ? null : slot("translationGroup"),
  };
  const names = Object.entries(values).map(([name, value]) => (value === NOTHING ? `${name}=[]` : name));
  const groups = references.map(({ entity: target, accept, maxBytes, nested }) => [target, accept, maxBytes, nested]);
  return { data: open, shape: [names, Object.keys(slugs), groups, data.locale !== null, data.translationGroup !== null], given };
}

/** Who asks, as far as it shapes a statement: the role. */
export function roleKey(actor: Actor): string | null {
  return actor.kind === "system" ? null : actor.role;
}

/** What the slots beside the data stand for. `author` stands in the history; keys and the system are nobody there. */
export function commonSlots(actor: Actor, more: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return [["author", actor.kind === "user" ? actor.userId : null], ...Object.entries(more)];
}
