import type { TFunction } from "i18next";
import type { AdminConfig } from "../api/admin-entities.ts";
import { entityText } from "../shell/sidebar-items.ts";

type Go =
  | { readonly to: "/" | "/account" }
  | { readonly to: "/content/$entity" | "/content/$entity/new" | "/globals/$entity"; readonly params: { readonly entity: string } };

/** Where the palette leads besides records. */
export interface PalettePlace {
  readonly id: string;
  readonly label: string;
  readonly go: Go;
}

/** The pages, lists and actions whose names hold the text. */
export function placesOf({ entities, builtIns }: AdminConfig, text: string, t: TFunction): readonly PalettePlace[] {
  const lists = [...entities, ...builtIns].map((entity): PalettePlace => {
    const to = entity.global ? "/globals/$entity" : "/content/$entity";
    return { id: entity.name, label: entityText(entity, t), go: { to, params: { entity: entity.name } } };
  });
  const actions = entities
    .filter(({ global, can }) => !global && can.create)
    .map((entity): PalettePlace => {
      const label = t("palette.create", { entity: entityText(entity, t) });
      return { id: `new ${entity.name}`, label, go: { to: "/content/$entity/new", params: { entity: entity.name } } };
    });
  const pages: readonly PalettePlace[] = [
    { id: "dashboard", label: t("shell.dashboard"), go: { to: "/" } },
    { id: "account", label: t("shell.account"), go: { to: "/account" } },
  ];
  const sought = text.trim().toLocaleLowerCase();
  return [...lists, ...actions, ...pages].filter(({ label }) => label.toLocaleLowerCase().includes(sought));
}
