import { ColophonError, etagOf } from "@colophon/client";
import { useQueryClient } from "@tanstack/react-query";
import type { AdminEntity } from "../api/admin-config.ts";
import { apiOf, type RecordLocator, type StoredRecord } from "../record-model/record-api.ts";
import { exceptEditing } from "./session/editing-key.ts";
import { hasDrafts, readForEditing } from "../record-model/read-for-editing.ts";
import type { EditSession } from "./session/session.ts";

/** Actions on the whole record. Each resolves to whether it succeeded. */
export function useActions(session: EditSession, entity: AdminEntity, locator: RecordLocator) {
  const queries = useQueryClient();
  const api = apiOf(locator);
  const refreshed = async (isDone: boolean) => {
    if (isDone) await queries.invalidateQueries(exceptEditing(entity.name));
    return isDone;
  };
  /** The answer contains the record, unless its writer may not read it. */
  const after = async (run: Promise<StoredRecord>) => {
    const answered = await run;
    return answered._status === undefined ? readForEditing(entity, locator) : answered;
  };
  return {
    publish: async (force = false) => refreshed(await session.act((ifMatch) => after(api.publish({ ifMatch, force })))),
    unpublish: async () => refreshed(await session.act((ifMatch) => after(api.unpublish({ ifMatch })))),
    /** Discards the draft; deletes a record that was never published. */
    discard: async () =>
      refreshed(
        await session.act(
          (ifMatch) => (session.state().record?.publishedAt ? after(api.discard({ ifMatch })) : api.discard({ ifMatch }).then(() => null)),
          {
            discards: true,
          },
        ),
      ),
    delete: async () =>
      refreshed(
        await session.act(
          async (ifMatch) => {
            const live = hasDrafts(entity) ? await api.read(false).catch(ignoreMissing) : null;
            await api.delete({ ifMatch: live ? etagOf(live) : hasDrafts(entity) ? undefined : ifMatch });
            return null;
          },
          { discards: true },
        ),
      ),
    restore: async (versionId: string) =>
      refreshed(await session.act((ifMatch) => after(api.restore(versionId, { ifMatch })), { discards: true })),
    async duplicate(): Promise<string | null> {
      let made: string | null = null;
      await session.act(async () => {
        made = (await api.duplicate()).id;
        return null;
      });
      await refreshed(made !== null);
      return made;
    },
  };
}

/** The published version is read for its ETag, because a deletion compares it and not the draft's; there may be none. */
function ignoreMissing(error: unknown): null {
  if (error instanceof ColophonError && error.status === 404) return null;
  throw error;
}
