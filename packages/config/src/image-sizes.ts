import type { Config, DerivativeDefinition } from "./define.ts";

type SizesOf = Pick<Config, "storage" | "admin">;

/** The sizes in which the admin page shows images, whatever sizes the site has. */
export const ADMIN_IMAGE_SIZES = {
  thumbnail: { w: 320, h: 320, fit: "cover", format: "webp" },
  preview: { w: 1600, h: 1600, fit: "inside", format: "webp" },
} as const satisfies Readonly<Record<string, DerivativeDefinition>>;

/** The only sizes that are served if `storage.transforms` is `named`; null if any others are served too. */
export function onlySizesOf({ storage: { transforms, derivatives = [] }, admin }: SizesOf): readonly DerivativeDefinition[] | null {
  if (transforms !== "named") return null;
  return [...derivatives, ...(admin === false ? [] : Object.values(ADMIN_IMAGE_SIZES))];
}

/** The configured sizes that crop an image around its focal point. */
export function croppedSizesOf({ storage: { derivatives = [] } }: Pick<Config, "storage">): readonly DerivativeDefinition[] {
  return derivatives.filter(({ w, h, fit = "cover", fp }) => w !== undefined && h !== undefined && fit === "cover" && fp === undefined);
}
