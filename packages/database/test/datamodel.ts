import { readFileSync } from "node:fs";

export interface ModelColumn {
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}

export interface Model {
  readonly table: string;
  readonly columns: Readonly<Record<string, ModelColumn>>;
  /** Names that Prisma gives to the indexes which the model asks for. */
  readonly indexes: readonly string[];
}

const TYPES: Record<string, string> = {
  String: "text",
  Int: "integer",
  BigInt: "bigint",
  Float: "double precision",
  Boolean: "boolean",
  Json: "jsonb",
  "String @db.Uuid": "uuid",
  "DateTime @db.Timestamptz(3)": "timestamp(3) with time zone",
};
const FIELD = /^ {2}(\w+)\s+(\w+)(\?)?(?:\s+(.*))?$/;

/** The models of schema.prisma, as far as they shape tables. */
export function readModels(): Model[] {
  const text = readFileSync(new URL("../prisma/schema.prisma", import.meta.url), "utf8");
  const blocks = [...text.matchAll(/^model \w+ \{\n([^]*?)^\}/gm)].map(([, body = ""]) => body.split("\n"));
  return blocks.map((lines) => {
    const table = /@@map\("(\w+)"\)/.exec(lines.join("\n"))?.[1] ?? "";
    const fields = lines.flatMap((line) => {
      const [, name, type = "", optional, attributes = ""] = FIELD.exec(line) ?? [];
      const native = /@db\.\w+(\(\d+\))?/.exec(attributes)?.[0];
      const sqlType = TYPES[native ? `${type} ${native}` : type];
      return name && sqlType ? [{ name, sqlType, optional: Boolean(optional), attributes }] : [];
    });
    const columnOf = ({ name, attributes }: { name: string; attributes: string }) => /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? name;
    const columnNamed = (name: string) => columnOf(fields.find((field) => field.name === name) ?? { name, attributes: "" });
    const grouped = lines.flatMap((line) => {
      const [, kind = "", list] = /^ {2}@@(id|unique|index)\(\[(.*)\]\)/.exec(line) ?? [];
      if (list === undefined) return [];
      const columns = [...list.replaceAll(/\(sort: \w+\)/g, "").matchAll(/\w+/g)].map(([name]) => columnNamed(name));
      return [kind === "id" ? `${table}_pkey` : `${table}_${columns.join("_")}_${kind === "index" ? "idx" : "key"}`];
    });
    const single = fields.flatMap((field) => [
      ...(/@id\b/.test(field.attributes) ? [`${table}_pkey`] : []),
      ...(/@unique\b/.test(field.attributes) ? [`${table}_${columnOf(field)}_key`] : []),
    ]);
    const columns = fields.map((field) => [
      columnOf(field),
      { type: field.sqlType, nullable: field.optional, hasDefault: /@default/.test(field.attributes) },
    ]);
    return { table, columns: Object.fromEntries(columns), indexes: [...single, ...grouped].toSorted() };
  });
}
