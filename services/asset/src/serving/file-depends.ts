import type { Asset } from "@colophon/database";
import type { Principal } from "@colophon/engine";
import { DEPENDS_HEADER, toDependsText } from "@colophon/runtime";
import type { Access } from "../access.ts";

/** Gateways don't keep larger files. */
const MAX_BYTES = 128 * 1024;
/** Then a kept file is requested again: its storage may have lost it, and image sizes that nobody requests are removed. */
const MAX_SECONDS = 600;

export type FileDepends = ReturnType<typeof createFileDepends>;

/** @param identity - as for `createAnswerLease`; null if gateways keep nothing */
export function createFileDepends({ access, identity }: { readonly access: Pick<Access, "sources">; readonly identity: string | null }) {
  /** The header that tells gateways what an answer with a whole file of this length depends on, if they may keep it. */
  return (principal: Principal, { entity, id }: Pick<Asset, "entity" | "id">, length: number): Readonly<Record<string, string>> => {
    if (identity === null || length > MAX_BYTES) return {};
    const sources = access.sources(principal, entity, id);
    return sources ? { [DEPENDS_HEADER]: toDependsText({ identity, ...sources, maxSeconds: MAX_SECONDS }) } : {};
  };
}
