import type { Entity } from "@colophon/engine";
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
