import { Refusal } from "../failures.ts";

/** The maximum length of a row: several times that of a record with all of its fields. */
const MAX_LINE_CHARACTERS = 32 * 1024 * 1024;

/**
 * The lines of a text that arrives in pieces, without empty ones unless those are asked for; only the current line is in memory.
 * @throws Refusal for a line that is too long
 */
export async function* linesOf(body: AsyncIterable<Buffer>, name: string, { withEmpty = false } = {}): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of body) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first);
    length += first.length;
    if (length > MAX_LINE_CHARACTERS) throw new Refusal(`${name} contains a row that is too long.`);
    for (const next of others) {
      const line = parts.join("");
      if (line !== "" || withEmpty) yield line;
      parts = [next];
      length = next.length;
    }
  }
  const line = parts.join("") + decoder.decode();
  if (line !== "") yield line;
}
