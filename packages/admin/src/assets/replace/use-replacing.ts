import { etagOf } from "@colophon/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { recordApi } from "../../record-model/record-api.ts";
import { moveReferences } from "./move-references.ts";

/** Moves the references of an asset to the next one. */
export function useReplacing(entity: AdminEntity, asset: AnyRecord, next: AnyRecord) {
  const config = useKnownConfig();
  const queries = useQueryClient();
  const [moved, setMoved] = useState(0);
  const run = useMutation({
    async mutationFn() {
      await keepAlternativeText(entity, asset, next.id);
      return moveReferences(config, { entity: entity.name, from: asset.id, to: next.id }, setMoved);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["entity"] }), // records of any entity can have changed
  });
  return { run, moved };
}

/** Copies the alternative text to the new image, unless that has its own. */
async function keepAlternativeText(entity: AdminEntity, { alt }: AnyRecord, id: string): Promise<void> {
  if (!alt || !entity.can.update) return;
  const api = recordApi(entity.name, id);
  const next = await api.read(false);
  if (next?._can?.update && !next["alt"]) await api.save({ alt }, { isDraft: false, ifMatch: etagOf(next) });
}
