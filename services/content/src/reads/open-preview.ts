import { hashOf } from "@colophon/runtime/credentials";
import { createPreviewTable, type Database } from "@colophon/database";
import type { Principal, Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { principalOf } from "../http/authors.ts";

/** The record of a preview link, and the link's creator with the current role. */
export interface OpenPreview {
  readonly entity: string;
  readonly id: string;
  readonly creator: Principal;
}

/** Finds the preview of a token. @throws UNAUTHORIZED for an unknown or expired one, or if its creator was deleted */
export function createOpenPreview({ schema, database }: { readonly schema: Schema; readonly database: Database }) {
  const table = createPreviewTable(database);

  return async (token: string): Promise<OpenPreview> => {
    const found = await table.find(hashOf(token));
    const creator = found && principalOf(schema, found);
    if (!found || !creator || creator.kind === "system") throw new AppError("UNAUTHORIZED", "The preview token is not valid");
    return { entity: found.entity, id: found.recordId, creator };
  };
}
