import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useKnownConfig } from "../api/admin-config.ts";
import { client } from "../api/client.ts";
import { onChanges, reportChange, staleQueries } from "./changes.ts";
import { followChanges } from "./follow-changes.ts";

/** Reads again what the page shows when its records change, if the site has an event stream. A hidden tab waits until it is shown. */
export function FreshQueries() {
  const config = useKnownConfig();
  const { events } = config;
  const queries = useQueryClient();
  useEffect(() => {
    if (!events) return undefined;
    return followChanges({ open: (signal) => client.events({ signal }), onChange: reportChange });
  }, [events]);
  useEffect(
    () =>
      onChanges((changes) =>
        queries.invalidateQueries({ predicate: staleQueries(config, changes), refetchType: document.hidden ? "none" : "active" }),
      ),
    [config, queries],
  );
  return null;
}
