import type { AuditRow as LoggedRow, HistoryRow } from "@colophon/api";
import type { TFunction } from "i18next";
import { entityNamed, type AdminConfig, entityText } from "../api/admin-entities.ts";

/** A row of the whole log, or of a record's history. */
export type AuditRow = HistoryRow & Pick<LoggedRow, "address" | "route">;

/** Who made a change: a name, or the kind of caller. */
export function actorText({ actor }: Pick<AuditRow, "actor">, t: TFunction): string {
  if (actor === null) return t("audit.system");
  return actor.name ?? t(`audit.actor.${actor.type}`);
}

/** What happened, in a word or two. */
export function actionText({ action }: Pick<AuditRow, "action">, t: TFunction): string {
  return t(`audit.action.${action}`, { defaultValue: action });
}

/** The titles of the changed fields. */
export function changesText({ entity: name, changes }: Pick<AuditRow, "entity" | "changes">, config: AdminConfig, t: TFunction): string {
  const fields = entityNamed(config, name ?? "")?.fields ?? [];
  const titleOf = (field: string) =>
    field === "_createdBy" ? t("audit.owner") : (fields.find((known) => known.name === field)?.title ?? field);
  return changes.map(titleOf).join(", ");
}

/** The entity's title; for those that have no page a text of the catalogue. */
export function placeText({ entity: name, route }: Pick<AuditRow, "entity" | "route">, config: AdminConfig, t: TFunction): string {
  if (route) return route;
  if (name === null) return "";
  const entity = entityNamed(config, name);
  return entity ? entityText(entity, t) : t(`audit.entity.${name}`, { defaultValue: name });
}
