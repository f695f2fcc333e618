import { extname, join } from "node:path";

/** The file of a program, given without extension and relative to the calling module: like that one, it is a source or compiled. */
export function programFile({ dirname, filename }: Pick<ImportMeta, "dirname" | "filename">, path: string): string {
  return join(dirname, `${path}${extname(filename)}`);
}
