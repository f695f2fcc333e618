import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnyRecord } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { API_URL } from "../../api/api-url.ts";

/** Uploads a file and reports its progress, which `fetch` can't do. @throws Error with the service's message */
export function uploadFile(file: File, onProgress: (share: number) => void): Promise<AnyRecord> {
  const form = new FormData();
  form.append("file", file, file.name);
  const request = new XMLHttpRequest();
  request.open("POST", `${API_URL}/api/assets/upload`);
  request.withCredentials = true;
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  return new Promise((resolve, reject) => {
    request.addEventListener("load", () => {
      const body = request.response as { readonly data?: AnyRecord; readonly error?: { readonly message?: string } } | null;
      if (body?.data) resolve(body.data);
      else reject(new Error(body?.error?.message ?? String(request.status)));
    });
    request.addEventListener("error", () => reject(new TypeError("unreachable")));
    request.send(form);
  });
}

/** An upload that is running or has failed. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  /** From 0 to 1. */
  readonly share: number;
  /** Why it failed; null while it is running. */
  readonly reason: string | null;
  /** Whether a retry makes no sense. */
  readonly isFinal: boolean;
}
export type Uploads = ReturnType<typeof useUploads>;

interface Options {
  /** A reason to reject an uploaded asset; null for none. */
  readonly refuse?: (asset: AnyRecord) => string | null;
  /** Called with the uploaded assets, in the order of the files, and with their files. */
  readonly onUploaded: (assets: readonly AnyRecord[], files: readonly File[]) => void;
}

const AT_ONCE = 3;
let lastKey = 0;

/** Uploads files, a few at a time; failed uploads stay in the list and can be retried. */
export function useUploads({ refuse, onUploaded }: Options) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const remove = (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key));

  async function uploadOne({ key, file }: Upload): Promise<readonly AnyRecord[]> {
    change(key, { share: 0, reason: null });
    try {
      const asset = await uploadFile(file, (share) => change(key, { share }));
      const reason = refuse?.(asset) ?? null;
      if (reason === null) remove(key);
      else change(key, { reason, isFinal: true });
      return reason === null ? [asset] : [];
    } catch (error) {
      change(key, { reason: error instanceof TypeError ? t("error.unreachable") : (error as Error).message });
      return [];
    }
  }

  async function run(chosen: readonly Upload[]): Promise<void> {
    const waiting = [...chosen.entries()];
    const arrived: (readonly AnyRecord[])[] = chosen.map(() => []);
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) arrived[next[0]] = await uploadOne(next[1]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const assets = arrived.flat();
    const entities = new Set(assets.map((asset) => String(asset["_type"])));
    await Promise.all([...entities].map((entity) => queries.invalidateQueries({ queryKey: keys.entity(entity) })));
    const files = chosen.flatMap(({ file }, at) => (arrived[at]?.length ? [file] : []));
    if (assets.length > 0) onUploaded(assets, files);
  }

  return {
    uploads,
    start(files: readonly File[]) {
      const added = files.map((file): Upload => ({ key: ++lastKey, file, share: 0, reason: null, isFinal: false }));
      setUploads((all) => [...all, ...added]);
      void run(added);
    },
    again: (failed: readonly Upload[]) => void run(failed),
    forget: remove,
  };
}
