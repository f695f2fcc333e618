import type { AdminEntity } from "../../api/admin-config.ts";
import type { FormField } from "./types.ts";

export interface Section {
  /** Null for fields that are in no section. */
  readonly title: string | null;
  readonly fields: readonly FormField[];
}
export interface Layout {
  readonly sections: readonly Section[];
  readonly aside: readonly FormField[];
}

/** The layout of the fields by the entity's `admin.form`; each field once, and unnamed ones at the end. */
export function layoutOf({ admin }: Pick<AdminEntity, "admin">, fields: readonly FormField[]): Layout {
  const { sections = [], aside = [] } = admin.form ?? {};
  const placed = new Set<string>();
  const take = (names: readonly string[]) =>
    names.flatMap((path) => {
      const [name = ""] = path.split(".");
      const field = fields.find(({ definition }) => definition.name === name);
      return field && !placed.has(name) && placed.add(name) ? [field] : [];
    });
  const named = sections.map(({ title, fields: names }) => ({ title, fields: take(names) }));
  const beside = take(aside);
  const rest = fields.filter(({ definition }) => !placed.has(definition.name));
  return { sections: [...named, { title: null, fields: rest }].filter((section) => section.fields.length > 0), aside: beside };
}
