/** The files that texts refer to, which become assets. */
import { randomUUID } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { AppError } from "@colophon/model/errors";
import { isPlainObject } from "@colophon/model";
import type { RecordApi } from "../records/record-api.ts";

export interface PictureFolders {
  /** What is imported. */
  readonly folder: string;
  /** Where absolute paths and addresses of other sites are looked for. */
  readonly media: string | null;
}

/** The file of a URL: its path, what is wrong with it, or null for one of another site. */
export type Found = { readonly path: string } | { readonly problem: string } | null;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The file below a folder, never one outside it, not even by a link. */
function below(folder: string, path: string): Found {
  const inside = relative(realpathSync(folder), realpathSync(path));
  return inside === ".." || inside.startsWith(`..${sep}`) ? { problem: "lies outside the folder" } : { path };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @param textFile - the path of the text that has the URL */
export function findFile(url: string, textFile: string, { folder, media }: PictureFolders): Found {
  const isElsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
  const path = decoded(url.replace(/^(?:https?:)?\/\/[^/]*/i, "").replace(/[?#].*$/, ""));
  if (isElsewhere && (media === null || !/^(?:https?:)?\/\//i.test(url))) return null;
  if (!isElsewhere && !path.startsWith("/")) {
    const own = join(dirname(textFile), path);
    return isFile(own) ? below(folder, own) : { problem: "there is no such file" };
  }
  const root = media ?? folder;
  const parts = path.split("/").filter((part) => part !== "");
  const found = parts.map((_, from) => join(root, ...parts.slice(from))).find(isFile);
  if (found !== undefined) return below(root, found);
  return isElsewhere ? null : { problem: "there is no such file" };
}

export interface Uploaded {
  readonly id: string;
  /** `_image` */
  readonly type: string;
}

/** Uploads each file once. In a check nothing is uploaded: ids stand for what would be. */
export function createUploads(api: RecordApi, { isCheck }: { readonly isCheck: boolean }) {
  const done = new Map<string, Promise<Uploaded>>();

  async function upload(path: string, alt: string | null): Promise<Uploaded> {
    if (isCheck) return { id: randomUUID(), type: "" };
    const { data } = await api.upload(path, alt);
    if (!isPlainObject(data) || typeof data["id"] !== "string") throw new AppError("INTERNAL_ERROR");
    return { id: data["id"], type: String(data["_type"]) };
  }

  return (path: string, alt: string | null): Promise<Uploaded> => {
    const known = done.get(path) ?? upload(path, alt);
    done.set(path, known);
    return known;
  };
}
