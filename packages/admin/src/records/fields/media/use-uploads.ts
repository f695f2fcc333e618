import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnyRecord } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { uploadFile } from "./upload.ts";

interface Running {
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
}
interface Failed {
  readonly name: string;
  readonly reason: string;
}

/** Uploads files one after another. */
export function useUploads(entity: string, accept: readonly string[] | undefined, onUploaded: (records: readonly AnyRecord[]) => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [running, setRunning] = useState<readonly Running[]>([]);
  const [failed, setFailed] = useState<readonly Failed[]>([]);

  async function uploadOne(file: File): Promise<AnyRecord | null> {
    const show = (share: number) => setRunning((all) => all.map((one) => (one.name === file.name ? { ...one, share } : one)));
    try {
      const asset = await uploadFile(file, show);
      const fits = asset["_type"] === entity && (!accept || accept.includes(String(asset["mimeType"])));
      if (!fits) setFailed((all) => [...all, { name: file.name, reason: t("media.wrongKind") }]);
      return fits ? asset : null;
    } catch (error) {
      const reason = error instanceof TypeError ? t("error.unreachable") : (error as Error).message;
      setFailed((all) => [...all, { name: file.name, reason }]);
      return null;
    } finally {
      setRunning((all) => all.filter(({ name }) => name !== file.name));
    }
  }

  async function uploadAll(files: readonly File[]): Promise<void> {
    setFailed([]);
    setRunning(files.map(({ name }) => ({ name, share: 0 })));
    const made: AnyRecord[] = [];
    for (const file of files) {
      const asset = await uploadOne(file);
      if (asset) made.push(asset);
    }
    await queries.invalidateQueries({ queryKey: keys.entity(entity) });
    if (made.length > 0) onUploaded(made);
  }

  return { running, failed, start: (files: readonly File[]) => void uploadAll(files) };
}
