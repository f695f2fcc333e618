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
