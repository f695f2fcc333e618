import { AUTOMATIC_NAMES } from "@colophon/model";
import { isReservedEntityName } from "../built-ins.ts";
import type { IssuePath } from "../problems.ts";
import { formatValue, nearest, quoteList } from "../messages.ts";

const MAX_LENGTH = 48;
const ENTITY = /^[a-zA-Z][a-zA-Z0-9_-]*$/;
const FIELD = /^[a-zA-Z][a-zA-Z0-9]*$/;
const ROLE = /^\p{L}[\p{L}\p{N} _.-]*$/u;

/** Something with a name, if the name could be read, and its path. */
export interface Named {
  readonly name: string | null;
  readonly issuePath: IssuePath;
}

/** An entity's name: its pattern, its length, and that no route of the service has it. */
export function checkEntityName({ name, issuePath }: Named): void {
  if (name === null) return;
  const at = issuePath.at("name");
  if (isReservedEntityName(name)) {
    at.report(
      `Rename the entity "${name}": ${name.startsWith("_") ? "names that begin with _ are" : "this name is"} reserved for the service's own routes.`,
    );
  } else if (!fits(name, ENTITY)) {
    at.report(`Rename the entity ${formatValue(name)}: use letters, digits, - and _, a letter first, at most ${MAX_LENGTH} characters.`);
  } else if (isInherited(name)) at.report(`Rename the entity "${name}": every JavaScript object has a member with this name.`);
}

/** A field's name. The names of automatic fields are reserved on the first level only, because those fields are there. */
export function checkFieldName({ name, issuePath }: Named, level: "top" | "nested"): void {
  if (name === null) return;
  const at = issuePath.at("name");
  const automatic = AUTOMATIC_NAMES.find((taken) => taken.toLowerCase() === name.toLowerCase());
  if (level === "top" && automatic !== undefined) {
    at.report(`Rename the field "${name}": every record has a field "${automatic}" already.`);
  } else if (!fits(name, FIELD)) {
    at.report(`Rename the field ${formatValue(name)}: use letters and digits, a letter first, at most ${MAX_LENGTH} characters.`);
  } else if (isInherited(name)) at.report(`Rename the field "${name}": every JavaScript object has a member with this name.`);
}

/** The name of one kind of block. */
export function checkBlockName({ name, issuePath }: Named): void {
  if (name === null || (fits(name, FIELD) && !isInherited(name))) return;
  issuePath
    .at("name")
    .report(`Rename the block ${formatValue(name)}: use letters and digits, a letter first, at most ${MAX_LENGTH} characters.`);
}

/** A role's name: it is stored with users and keys, and shown to people. */
export function checkRoleName({ name, issuePath }: Named): void {
  if (name === null || (fits(name, ROLE) && !isInherited(name))) return;
  issuePath
    .at("name")
    .report(
      `Rename the role ${formatValue(name)}: use letters, digits, spaces, -, _ and ., a letter first, at most ${MAX_LENGTH} characters.`,
    );
}

/** A role of this name exists. */
export function checkKnownRole(name: string, issuePath: IssuePath, roles: ReadonlySet<string>): void {
  if (roles.has(name)) return;
  const suggestion = nearest(name, [...roles]);
  issuePath.report(
    suggestion === undefined
      ? `Name one of the roles ${quoteList([...roles])}: there is no "${name}".`
      : `Write "${suggestion}" instead of "${name}": there is no such role.`,
  );
}

/** No two have the same name; names that differ only in case count as equal. */
export function checkDistinct(items: readonly Named[], noun: string): void {
  const byName = new Map<string, Named & { readonly name: string }>();
  for (const { name, issuePath } of items) {
    if (name === null) continue;
    const known = byName.get(name.toLowerCase());
    if (known === undefined) byName.set(name.toLowerCase(), { name, issuePath });
    else if (known.name === name)
      issuePath.at("name").report(`Rename or remove this ${noun}: ${known.issuePath.path} is called "${name}" too.`);
    else issuePath.at("name").report(`Rename this ${noun}: "${name}" differs from "${known.name}" (${known.issuePath.path}) only in case.`);
  }
}

/** `renamedFrom` of entities, fields or blocks: the name of something that no longer exists, used once. */
export function checkRenames(
  items: readonly (Named & { readonly renamedFrom: string | undefined })[],
  noun: "entity" | "field" | "block",
): void {
  const claimed = new Map<string, string>();
  for (const { name, issuePath, renamedFrom } of items) {
    if (renamedFrom === undefined) continue;
    const at = issuePath.at("renamedFrom");
    const holder = items.find((other) => other.name === renamedFrom);
    const claimant = claimed.get(renamedFrom);
    if (renamedFrom === name) at.report(`Remove renamedFrom: the ${noun} is still called "${name}".`);
    else if (!fits(renamedFrom, noun === "entity" ? ENTITY : FIELD))
      at.report(`Use the previous name of the ${noun}: ${formatValue(renamedFrom)} is not a valid name.`);
    else if (holder !== undefined)
      at.report(`Remove renamedFrom, or the ${noun} "${renamedFrom}": ${holder.issuePath.path} still has this name.`);
    else if (claimant !== undefined) at.report(`Keep renamedFrom "${renamedFrom}" in one place: ${claimant} uses this name, too.`);
    else claimed.set(renamedFrom, issuePath.path);
  }
}

function fits(name: string, pattern: RegExp): boolean {
  return name.length <= MAX_LENGTH && pattern.test(name);
}

/** Such names (`constructor`, `toString`) could be confused with an object's inherited members by code that looks them up. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}
