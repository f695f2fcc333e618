/** The pictures in RTF. Word's HTML only names files of the author's machine; their bytes are in the RTF beside it. */

/** A picture as it is pasted. */
export interface PictureBytes {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The groups that begin with this word, with the groups inside them. */
function groups(rtf: string, word: string): readonly string[] {
  const found: string[] = [];
  for (let start = rtf.indexOf(`{${word}`); start >= 0; start = rtf.indexOf(`{${word}`, start + 1)) {
    let depth = 0;
    let end = start;
    do {
      depth += rtf[end] === "{" ? 1 : rtf[end] === "}" ? -1 : 0;
      end += 1;
    } while (depth > 0 && end < rtf.length);
    found.push(rtf.slice(start, end));
  }
  return found;
}

function pictureIn(group: string): PictureBytes | null {
  const type = group.includes("\\pngblip") ? "image/png" : group.includes("\\jpegblip") ? "image/jpeg" : null;
  const digits = /([\da-fA-F\s]+)\}$/.exec(group)?.[1]?.replaceAll(/\s/g, "") ?? "";
  if (type === null || digits === "" || digits.length % 2 === 1) return null;
  return { type, bytes: Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) };
}

/** The pictures in their order, each once; null for one that is neither PNG nor JPEG. */
export function rtfPictures(rtf: string): readonly (PictureBytes | null)[] {
  const forOthers = groups(rtf, "\\nonshppict"); // each picture once more, for programs that don't know its form
  const own = forOthers.reduce((rest, group) => rest.replace(group, () => ""), rtf);
  return groups(own, "\\pict").map(pictureIn);
}
