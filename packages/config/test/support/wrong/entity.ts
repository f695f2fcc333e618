import { site, withEntity, type Mistake } from "../site.ts";
import { INDEX_MISTAKES, SHARED_MISTAKES, UNIQUE_MISTAKES } from "./joint-index.ts";

/** Mistakes in entities. */
export const ENTITY_MISTAKES: readonly Mistake[] = [
  ["an entity that is no object", site({ entities: ["article"] }), "entities[0]", "Make this an entity, an object, instead of a string."],
  ["an entity without a name", withEntity({ name: undefined }), "entities[0].name", "Add this: it must be a text."],
  ["an entity without fields", withEntity({ fields: undefined }), "entities[0].fields", "Add this: it must be an array."],
  [
    "an entity called custom",
    withEntity({ name: "custom" }),
    "entities[0].name",
    'Rename the entity "custom": this name is reserved for the service\'s own routes.',
  ],
  [
    "an entity called like a route in capitals",
    withEntity({ name: "Assets" }),
    "entities[0].name",
    'Rename the entity "Assets": this name is reserved for the service\'s own routes.',
  ],
  [
    "an entity that begins with _",
    withEntity({ name: "_page" }),
    "entities[0].name",
    'Rename the entity "_page": names that begin with _ are reserved for the service\'s own routes.',
  ],
  [
    "an entity name with a space",
    withEntity({ name: "blog post" }),
    "entities[0].name",
    'Rename the entity "blog post": use letters, digits, - and _, a letter first, at most 48 characters.',
  ],
  [
    "an entity name of 49 characters",
    withEntity({ name: "a".repeat(49) }),
    "entities[0].name",
    'Rename the entity "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": use letters, digits, - and _, a letter first, at most 48 characters.',
  ],
  [
    "an entity named after an object's member",
    withEntity({ name: "constructor" }),
    "entities[0].name",
    'Rename the entity "constructor": every JavaScript object has a member of that name.',
  ],
  [
    "two entities of one name",
    withEntity({}, { name: "article", fields: [] }),
    "entities[1].name",
    'Rename or remove this entity: entities[0] is called "article" too.',
  ],
  [
    "two entities that differ in case",
    withEntity({}, { name: "Article", fields: [] }),
    "entities[1].name",
    'Rename this entity: "Article" differs from "article" (entities[0]) only in case.',
  ],
  [
    "an unknown entity option",
    withEntity({ translateable: true }),
    "entities[0].translateable",
    'Write "translatable" instead of "translateable": an entity has no option "translateable".',
  ],
  [
    "a global that is translatable",
    withEntity({ global: true, translatable: true }),
    "entities[0].translatable",
    "Remove translatable, or global: a global has exactly one row, in one language.",
  ],
  ["versions as a number", withEntity({ versions: 20 }), "entities[0].versions", "Write true, false or { limit: 20 }."],
  ["a version limit of zero", withEntity({ versions: { limit: 0 } }), "entities[0].versions.limit", "Use 1 or more instead of 0."],
  [
    "an unknown versions option",
    withEntity({ versions: { max: 3 } }),
    "entities[0].versions.max",
    'Remove "max": versions has no such option, only limit.',
  ],
  [
    "an unknown hook",
    withEntity({ hooks: { beforeSave: () => null } }),
    "entities[0].hooks.beforeSave",
    'Remove "beforeSave": hooks has no such option, only beforeValidate, beforeCreate, afterCreate, beforeUpdate, afterUpdate, beforeDelete, afterDelete, beforePublish, afterPublish, beforeUnpublish, afterUnpublish, afterRead.',
  ],
  [
    "a misspelt hook",
    withEntity({ hooks: { beforeCraete: () => null } }),
    "entities[0].hooks.beforeCraete",
    'Write "beforeCreate" instead of "beforeCraete": hooks has no option "beforeCraete".',
  ],
  [
    "a hook that is no function",
    withEntity({ hooks: { afterRead: "log" } }),
    "entities[0].hooks.afterRead",
    'Give a function, or an array of functions, instead of "log".',
  ],
  [
    "a hook list with something else in it",
    withEntity({ hooks: { afterRead: [() => null, {}] } }),
    "entities[0].hooks.afterRead[1]",
    "Give a function, or an array of functions, instead of an object.",
  ],
  [
    "an entity renamed from itself",
    withEntity({ renamedFrom: "article" }),
    "entities[0].renamedFrom",
    'Remove renamedFrom: the entity is still called "article".',
  ],
  [
    "an entity renamed from one that is there",
    withEntity({ renamedFrom: "tag" }, { name: "tag", fields: [] }),
    "entities[0].renamedFrom",
    'Remove renamedFrom, or the entity "tag": entities[1] still has that name.',
  ],
  [
    "two entities renamed from one",
    withEntity({ renamedFrom: "post" }, { name: "tag", fields: [], renamedFrom: "post" }),
    "entities[1].renamedFrom",
    'Keep renamedFrom "post" in one place: entities[0] claims that name too.',
  ],
  [
    "an entity renamed from an impossible name",
    withEntity({ renamedFrom: "_old" }),
    "entities[0].renamedFrom",
    'Write the name that the entity had before: no entity can have been called "_old".',
  ],
  [
    "an entity whose table a list of relations needs",
    withEntity({ fields: [{ name: "tags", type: "relation", to: "article", many: true }] }, { name: "article__tags", fields: [] }),
    "entities[0].fields[0].name",
    'Rename this field, or entities[1]: both would be kept in a table "article__tags".',
  ],
  ...INDEX_MISTAKES,
  ...UNIQUE_MISTAKES,
  ...SHARED_MISTAKES,
];
