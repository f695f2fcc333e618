import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminConfig, AdminEntity } from "./admin-entities.ts";
import { CONFIG_PATH } from "./api-url.ts";
import { call } from "./client.ts";
import { withRoleChoice } from "./role-choice.ts";
import { keys } from "./keys.ts";
import type { TFunction } from "i18next";
import type { Caller } from "@colophon/client";

const known = new WeakMap<AdminConfig, { readonly language: string; readonly named: AdminConfig }>();

/** The configuration with names for the fields of users and files in the page's language: the site gives them none. The same object for the same language. */
function withNamedFields(config: AdminConfig, t: TFunction, language: string): AdminConfig {
  const before = known.get(config);
  if (before?.language === language) return before.named;
  const named = { ...config, builtIns: config.builtIns.map((entity) => nameFields(entity, t)) };
  known.set(config, { language, named });
  return named;
}

/** Each name is looked up when it is read: most pages show few of them. */
function nameFields(entity: AdminEntity, t: TFunction): AdminEntity {
  const named = (field: AdminEntity["fields"][number]) => ({
    ...field,
    get title() {
      return field.title ?? t(`builtInField.${field.name}`);
    },
  });
  return { ...entity, fields: entity.fields.map(named) };
}

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

export type Me = Caller;

/** The caller. Use it inside the shell only, which loads it first. */
export function useKnownMe(): Me {
  return useKnownConfig().caller;
}
