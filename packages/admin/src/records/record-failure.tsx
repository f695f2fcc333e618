import { ColophonError } from "@colophon/client";
import type { AdminEntity } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import type { RecordLocator } from "../record-model/record-api.ts";
import { MissingRecord } from "./missing-record.tsx";

interface Props {
  readonly entity: AdminEntity;
  readonly locator: RecordLocator;
  readonly error: unknown;
  readonly isInDrawer?: boolean | undefined;
  /** Loads again. */
  readonly onRetry: () => void;
}

/** Shown instead of a record that could not be loaded. A page also links to other records if this one does not exist. */
export function RecordFailure({ entity, locator, error, isInDrawer = false, onRetry }: Props) {
  const isMissing = error instanceof ColophonError && error.status === 404;
  return isMissing && !isInDrawer ? <MissingRecord entity={entity} id={locator.id} /> : <Failure error={error} onRetry={onRetry} />;
}
