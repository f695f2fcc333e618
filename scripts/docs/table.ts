/** One option: its values, its default and its meaning. */
type Row = readonly [values: string, byDefault: string, meaning: string];

type Known<T> = keyof { [K in keyof T as string extends K ? never : K]: true };
/** A row for each option of `T`: a missing row is a compile error. */
export type Rows<T> = { readonly [K in Known<T>]: Row };

/** A Markdown table. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

/** The table of options, in the order of the rows. */
export function optionsTable(rows: Readonly<Record<string, Row>>): string {
  const cells = Object.entries(rows).map(([name, [values, byDefault, meaning]]) => [`\`${name}\``, code(values), code(byDefault), meaning]);
  return tableOf(["Option", "Values", "Default", "Meaning"], cells);
}

function code(text: string): string {
  return text === "" || text === "required" ? text : `\`${text}\``;
}
