import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminConfig } from "./admin-entities.ts";
import { CONFIG_PATH } from "./api-url.ts";
import { withNamedFields } from "./built-in-fields.ts";
import { call } from "./client.ts";
import { withRoleChoice } from "./role-choice.ts";
import { keys } from "./keys.ts";

export * from "./admin-entities.ts";

export const adminConfigQuery = queryOptions({
  queryKey: keys.config,
  queryFn: async () => withRoleChoice(await call<AdminConfig>(CONFIG_PATH)),
  staleTime: 60_000,
});

/** The configuration that the caller may see. Use it inside the shell only, which loads it first. */
export function useKnownConfig(): AdminConfig {
  const { t, i18n } = useTranslation();
  return withNamedFields(useSuspenseQuery(adminConfigQuery).data, t, i18n.language);
}
