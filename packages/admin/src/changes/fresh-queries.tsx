import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useKnownConfig } from "../api/admin-config.ts";
import { client } from "../api/client.ts";
import { exceptEditing } from "../records/draft/editing-key.ts";
import { onChanges, reportChange } from "./changes.ts";
import { followChanges } from "./follow-changes.ts";

/** Reads again what the page shows when its records change, if the site has an event stream. A hidden tab waits until it is shown. */
export function FreshQueries() {
  const { events } = useKnownConfig();
  const queries = useQueryClient();
  useEffect(() => {
    if (!events) return undefined;
    return followChanges({ open: (signal) => client.events({ signal }), onChange: reportChange });
  }, [events]);
  useEffect(
    () =>
      onChanges((changes) => {
        const entities = new Set(changes.map((told) => (told.event === "reset" ? null : told.entity)));
        const refetchType = document.hidden ? "none" : "active";
        const stale = entities.has(null) ? [null] : entities;
        for (const entity of stale) void queries.invalidateQueries({ ...exceptEditing(entity), refetchType });
      }),
    [queries],
  );
  return null;
}
