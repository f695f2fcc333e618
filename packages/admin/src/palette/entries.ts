import type { TFunction } from "i18next";
import { type AdminConfig, entityText, isMedia, mediaEntitiesOf } from "../api/admin-entities.ts";
import type { PeoplePage } from "./pages.ts";
import { hasTrash } from "../trash/trash.ts";

type Go =
  | { readonly to: "/" | "/account" | "/media" | PeoplePage["to"] }
  | { readonly to: "/trash/$entity"; readonly params: { readonly entity: string } }
  | { readonly to: "/content/$entity" | "/content/$entity/new" | "/globals/$entity"; readonly params: { readonly entity: string } };

/** Targets of the palette other than records. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly go: Go;
}

/** The pages, lists and actions whose names contain the text. */
export function entriesOf(config: AdminConfig, text: string, t: TFunction, people: readonly PeoplePage[] = []): readonly PaletteEntry[] {
  const { entities, builtIns } = config;
  const lists = [...entities, ...builtIns.filter(({ name }) => !isMedia(name))].map((entity): PaletteEntry => {
    const to = entity.global ? "/globals/$entity" : "/content/$entity";
    return { id: entity.name, label: entityText(entity, t), go: { to, params: { entity: entity.name } } };
  });
  const actions = entities
    .filter(({ global, can }) => !global && can.create)
    .map((entity): PaletteEntry => {
      const label = t("palette.create", { entity: entityText(entity, t) });
      return { id: `new ${entity.name}`, label, go: { to: "/content/$entity/new", params: { entity: entity.name } } };
    });
  const trashes = entities.filter(hasTrash).map((entity): PaletteEntry => {
    const label = t("trash.title", { entity: entityText(entity, t) });
    return { id: `trash ${entity.name}`, label, go: { to: "/trash/$entity", params: { entity: entity.name } } };
  });
  const pages: readonly PaletteEntry[] = [
    { id: "dashboard", label: t("shell.dashboard"), go: { to: "/" } },
    ...(mediaEntitiesOf(config).length > 0 ? [{ id: "media", label: t("shell.media"), go: { to: "/media" } } as const] : []),
    { id: "account", label: t("shell.account"), go: { to: "/account" } },
    ...people.map(({ to, title }): PaletteEntry => ({ id: to, label: t(title), go: { to } })),
  ];
  const query = text.trim().toLocaleLowerCase();
  return [...lists, ...actions, ...trashes, ...pages].filter(({ label }) => label.toLocaleLowerCase().includes(query));
}
