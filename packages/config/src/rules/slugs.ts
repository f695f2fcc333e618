import { slugSources } from "@colophon/model";
import { quoteList } from "../messages.ts";
import type { IssuePath } from "../problems.ts";
import { targetOf, type Catalog } from "./catalog.ts";
import type { EntityView } from "./entities.ts";
import { unknownField } from "./paths.ts";
import { withNested, type FieldView } from "./read-fields.ts";

/** Each slug is generated from texts: of its entity, of objects in it, and of records that a relation to one leads to. */
export function checkSlugs(entities: readonly EntityView[], catalog: Catalog): void {
  for (const { fields } of entities)
    for (const field of fields.flatMap(withNested)) if (field.type === "slug") checkSources(field, { fields, catalog });
}

interface Scope {
  readonly fields: readonly FieldView[];
  readonly catalog: Catalog;
}

function checkSources({ options: { from }, issuePath, nested }: FieldView, scope: Scope): void {
  const at = issuePath.at("from");
  if (nested && from !== undefined) return at.report("Remove from: only a slug of the entity itself can be generated from another field.");
  const paths = slugSources(from);
  for (const [index, path] of paths.entries()) {
    const here = typeof from === "string" ? at : issuePath.at("from", index);
    if (paths.indexOf(path) < index) here.report(`Remove this field: "${path}" is listed already.`);
    else checkSource(path, here, scope);
  }
}

function checkSource(path: string, issuePath: IssuePath, { fields, catalog }: Scope): void {
  const [name = "", ...rest] = path.split(".");
  const source = fields.find((field) => field.name === name);
  const texts = fields.flatMap((field) => (field.type === "text" && field.name !== null ? [field.name] : []));
  const correction = texts.length > 0 ? `Name ${quoteList(texts)}` : "Add a text field and name it here";
  if (source === undefined) return issuePath.report(`${correction}: the entity has no field "${name}".`);
  if (source.type === null || (source.type === "text" && rest.length === 0)) return;
  if (rest.length === 0) return issuePath.report(`${correction}: "${path}" is not a text field but of type ${source.type}.`);
  if (source.type === "object") return checkText(rest, { issuePath, path, fields: source.fields, where: `the object "${name}"` });
  const target = targetOf(source);
  if (target === null) return issuePath.report(`Name a text field instead of "${path}": "${name}" is of type ${source.type}.`);
  if (source.options.many === true) return issuePath.report(`Name a relation to one record instead of "${name}": it refers to several.`);
  const of = catalog.get(target);
  if (of) checkText(rest, { issuePath, path, fields: of, where: `the entity "${target}"` });
}

interface Inside {
  readonly issuePath: IssuePath;
  readonly path: string;
  readonly fields: readonly FieldView[];
  readonly where: string;
}

/** A text at the end of the path, through objects only. */
function checkText([name = "", ...rest]: readonly string[], inside: Inside): void {
  const { issuePath, path, fields, where } = inside;
  const found = fields.find((known) => known.name === name);
  if (found === undefined) return issuePath.report(unknownField(name, { fields, where }));
  if (found.type === "object" && rest.length > 0)
    return checkText(rest, { ...inside, fields: found.fields, where: `the object "${name}"` });
  if (found.isReverse) return issuePath.report(`Name a text field instead of "${path}": "${name}" is of type reverse.`);
  if (found.type !== null && (found.type !== "text" || rest.length > 0))
    issuePath.report(`Name a text field instead of "${path}": "${name}" is of type ${found.type}.`);
}
