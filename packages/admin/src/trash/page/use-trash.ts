import { ColophonError, type ErrorDetail } from "@colophon/client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import { listRecords, type AnyRecord } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { listFieldsOf, columnsOf } from "../../list-model/columns.ts";
import { removeRecord, restoreRecords } from "../trash.ts";

const PAGE_SIZE = 50;

/** The trash of an entity, page by page. */
export function useTrash(entity: AdminEntity) {
  const { fields, resolve } = listFieldsOf(columnsOf(useKnownConfig(), entity).slice(0, 1));
  return useInfiniteQuery({
    queryKey: keys.trash(entity.name),
    queryFn: ({ pageParam }) =>
      listRecords(entity.name, {
        trashed: true,
        fields: [...fields, "_deletedAt"],
        ...(Object.keys(resolve).length > 0 && { resolve }),
        sort: "-_deletedAt",
        limit: PAGE_SIZE,
        cursor: pageParam,
      }),
    initialPageParam: "",
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  });
}

/** Restores records of the trash, or deletes them permanently. */
export function useTrashActions(entity: AdminEntity) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: keys.entity(entity.name) });
  return {
    restore: useMutation({
      mutationFn: (records: readonly AnyRecord[]) =>
        restoreRecords(
          entity.name,
          records.map(({ id }) => id),
        ),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (records: readonly AnyRecord[]) => removeEach(entity.name, records), onSettled }),
  };
}

/** One after the other: a refusal does not stop the others. @throws ColophonError with details of all refused records */
async function removeEach(entity: string, records: readonly AnyRecord[]): Promise<void> {
  const refused: ErrorDetail[] = [];
  let firstError: ColophonError | undefined;
  for (const [at, { id }] of records.entries()) {
    try {
      await removeRecord(entity, id);
    } catch (error) {
      if (!(error instanceof ColophonError)) throw error;
      firstError ??= error;
      refused.push({ field: `ids[${at}]`, message: error.message });
    }
  }
  if (firstError)
    throw new ColophonError({ status: firstError.status, code: firstError.code, message: firstError.message, details: refused });
}
