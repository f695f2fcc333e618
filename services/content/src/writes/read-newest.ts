import type { Entity } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import type { Answer } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import type { Write } from "./write.ts";

/** A record as its reader sees it: with `draft` like its editors; else the live one, or if it is not live, its draft. */
export async function readNewest(
  reads: Reads,
  call: Call,
  entity: Entity,
  { id, draft }: { readonly id: string | null; readonly draft: boolean },
): Promise<Data | null> {
  const { name } = entity;
  return newest(entity, draft, (search) => (id === null ? reads.findGlobal(call, name, search) : reads.find(call, name, id, search)));
}

/** A global as its reader sees it in a locale; the default locale is the fallback. */
export async function readAnswered(
  reads: Reads,
  call: Call,
  entity: Entity,
  { locale, draft }: { readonly locale: string | null; readonly draft: boolean },
): Promise<Data | null> {
  const inLocale = locale === null ? [] : [`locale=${locale}`];
  return newest(entity, draft, (search) => reads.findGlobal(call, entity.name, [...inLocale, search].join("&")));
}

/** The record that a write changes, as its caller reads it; null for a new one. */
export async function readWritten(reads: Reads, { call, entity, id: key, facts: { id, draft } }: Write): Promise<Data | null> {
  if (entity.kind === "global") return readAnswered(reads, call, entity, { locale: key, draft });
  return id === undefined ? null : readNewest(reads, call, entity, { id, draft });
}

async function newest({ versions }: Entity, draft: boolean, find: (search: string) => Promise<Answer | null>): Promise<Data | null> {
  const found = (draft ? null : await find("")) ?? (versions ? await find("draft=true") : null);
  return found && (JSON.parse(found.body).data as Data);
}

/** A record with its draft if the caller may read that, else the live one; hooks add nothing. Null if the caller sees none. */
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
