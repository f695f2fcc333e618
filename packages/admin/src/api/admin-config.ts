import { queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { AdminConfig } from "./admin-entities.ts";
import { call } from "./client.ts";
import { keys } from "./keys.ts";

export * from "./admin-entities.ts";

export const adminConfigQuery = queryOptions({
  queryKey: keys.config,
  queryFn: () => call<AdminConfig>("/api/admin/config"),
  staleTime: 60_000,
});

/** What the caller may see of the configuration; undefined until it has come. */
export function useAdminConfig(): AdminConfig | undefined {
  return useQuery(adminConfigQuery).data;
}

/** The same below the shell, where it has come. */
export function useKnownConfig(): AdminConfig {
  return useSuspenseQuery(adminConfigQuery).data;
}
