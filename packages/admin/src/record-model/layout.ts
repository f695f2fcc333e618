import type { AdminEntity } from "../api/admin-config.ts";
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

const NAMED: Readonly<Record<string, string>> = {
  full: "100%",
  half: "calc(50% - 1rem)",
  third: "calc(33% - 1rem)",
  quarter: "calc(25% - 1rem)",
};
const COLUMNS = 12;

/** A field's width as CSS: a name, a percentage, or a number of twelve columns. The full width for anything else. */
export function widthOf(width: string | number | undefined): string {
  if (typeof width === "number") return width > 0 && width < COLUMNS ? `calc(${(100 * width) / COLUMNS}% - 1rem)` : "100%";
  if (width === undefined) return "100%";
  return NAMED[width] ?? (/^\d{1,3}(?:\.\d+)?%$/.test(width) && width !== "100%" ? `calc(${width} - 1rem)` : "100%");
}
