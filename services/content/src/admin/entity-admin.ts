import { placesIn, type EntityAdmin, type EntityDefinition } from "@colophon/config";
import type { Schema } from "@colophon/engine";
import { seesChoice, seesFrom, type Sees } from "./seen-names.ts";
import { withoutFunctions } from "./project-function.ts";

/** An entity's `admin` without names of fields and routes that the role does not see elsewhere. */
export function entityAdminFor(schema: Schema, role: string, { name, admin = {} }: EntityDefinition): EntityAdmin {
  const sees = seesFrom(schema, role, name);
  const { summary, list, form, preview, bulkActions, ...rest } = withoutFunctions(admin);
  return {
    ...rest,
    ...(summary && cutSummary(sees, summary)),
    ...(list && { list: cutList(sees, list) }),
    ...(form && { form: cutForm(sees, form) }),
    ...(typeof preview === "string" && placesIn(preview).every(sees) && { preview }),
    ...(bulkActions && {
      bulkActions: bulkActions.filter((action) => typeof action !== "object" || mayCall(schema, role, action.route)),
    }),
  };
}

/** Without its title, a record's summary is omitted. */
function cutSummary(sees: Sees, { title, subtitle, image, ...rest }: NonNullable<EntityAdmin["summary"]>): Pick<EntityAdmin, "summary"> {
  if (!sees(title)) return {};
  const seen = { ...(subtitle !== undefined && sees(subtitle) && { subtitle }), ...(image !== undefined && sees(image) && { image }) };
  return { summary: { ...rest, title, ...seen } };
}

function cutList(
  sees: Sees,
  { columns, sort, filters, views, ...rest }: NonNullable<EntityAdmin["list"]>,
): NonNullable<EntityAdmin["list"]> {
  return {
    ...rest,
    ...(columns && { columns: columns.filter(sees) }),
    ...(sort !== undefined && seesChoice(sees, { sort }) && { sort }),
    ...(filters && { filters: filters.filter(sees) }),
    ...(views && { views: views.filter((view) => seesChoice(sees, view)) }),
  };
}

function cutForm(sees: Sees, { sections, aside, ...rest }: NonNullable<EntityAdmin["form"]>): NonNullable<EntityAdmin["form"]> {
  const cut = sections?.map((section) => ({ ...section, fields: section.fields.filter(sees) }));
  return { ...rest, ...(cut && { sections: cut.filter(({ fields }) => fields.length > 0) }), ...(aside && { aside: aside.filter(sees) }) };
}

function mayCall({ config, roles }: Schema, role: string, name: string): boolean {
  if (roles.get(role)?.isAdmin) return true;
  return config.customRoutes.some((route) => route.name === name && route.roles.includes(role));
}
