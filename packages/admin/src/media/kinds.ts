import type { AdminConfig, AdminEntity } from "../api/admin-entities.ts";

/** The entities of uploaded files. */
const ENTITIES = ["_image", "_video", "_file"] as const;
/** The same in URLs. */
export type MediaKind = "image" | "video" | "file";

export function isMedia(entity: string): boolean {
  return ENTITIES.some((name) => name === entity);
}

/** `_image` → `image`. */
export function kindOf(entity: string): MediaKind {
  return entity.slice(1) as MediaKind;
}

/** The entity of this kind, else the first of these. */
export function mediaEntityOf(entities: readonly AdminEntity[], kind: string | undefined): AdminEntity | undefined {
  return entities.find(({ name }) => name === `_${kind}`) ?? entities[0];
}

/** The media entities that the caller may read. */
export function mediaEntitiesOf({ builtIns }: Pick<AdminConfig, "builtIns">): readonly AdminEntity[] {
  return builtIns.filter(({ name }) => isMedia(name));
}
