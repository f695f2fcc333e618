import type { TFunction } from "i18next";
import type { AdminConfig, AdminEntity } from "./admin-entities.ts";

const known = new WeakMap<AdminConfig, { readonly language: string; readonly named: AdminConfig }>();

/** The configuration with names for the fields of users and files in the page's language: the site gives them none. The same object for the same language. */
export function withNamedFields(config: AdminConfig, t: TFunction, language: string): AdminConfig {
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
