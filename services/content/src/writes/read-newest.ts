import type { Entity } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import type { Data } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../records/reads.service.ts";

/** A record as its reader sees it: with `draft` as its editors do; else as it is live, or where it is not, its draft. */
export async function readNewest(
  reads: Reads,
  call: Call,
  { name, versions }: Entity,
  { id, draft }: { readonly id: string | null; readonly draft: boolean },
): Promise<Data | null> {
  const find = (search: string) => (id === null ? reads.findGlobal(call, name, search) : reads.find(call, name, id, search));
  const found = (draft ? null : await find("")) ?? (versions ? await find("draft=true") : null);
  return found && (JSON.parse(found.body).data as Data);
}

/** A record with its draft where the caller may read that, else as it is live; its hooks add nothing. Null where the caller sees none. */
export async function readEdited(reads: Reads, call: Call, entity: Entity, id: string): Promise<Data | null> {
  const plain = { ...call, runsHooks: false };
  const draft = entity.versions ? await readNewest(reads, plain, entity, { id, draft: true }).catch(nothingIfForbidden) : null;
  const live = draft ? null : await reads.find(plain, entity.name, id, "");
  return live ? (JSON.parse(live.body).data as Data) : draft;
}

function nothingIfForbidden(error: unknown): null {
  if (error instanceof AppError && error.code === "FORBIDDEN") return null;
  throw error;
}
