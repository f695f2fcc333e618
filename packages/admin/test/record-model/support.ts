import type { EntityFieldDefinition } from "@colophon/config";
import type { AdminEntity } from "../../src/api/admin-config.ts";
import type { FormField } from "../../src/record-model/types.ts";

export function formFields(...definitions: EntityFieldDefinition[]): readonly FormField[] {
  return definitions.map((definition) => ({ definition, isReadOnly: false }));
}

/** An entity as the API describes it to an admin. */
export function entityWith(fields: readonly EntityFieldDefinition[], more: Partial<AdminEntity> = {}): AdminEntity {
  const can = { create: true, update: true, delete: true, publish: true, drafts: true };
  return {
    name: "thing",
    title: null,
    description: null,
    translatable: false,
    global: false,
    versions: false,
    trash: false,
    fields,
    can,
    admin: {},
    ...more,
  };
}
