import { extname, join } from "node:path";

/** The file of a program, named without its ending and from the folder of the asking module: as that one, it is a source or compiled. */
export function programFile({ dirname, filename }: Pick<ImportMeta, "dirname" | "filename">, path: string): string {
  return join(dirname, `${path}${extname(filename)}`);
}
