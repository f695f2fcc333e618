import { Alert, List } from "@mantine/core";
import { ColophonError } from "@colophon/client";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import type { AnyRecord } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { titleOf } from "../api/summary.ts";
import { refusedOf } from "../record-model/errors.ts";

interface Props {
  readonly entity: AdminEntity;
  /** All records of the request. */
  readonly records: readonly AnyRecord[];
  readonly error: unknown;
  /** Shown above the list of refused records. */
  readonly title: string;
}

/** The error of a bulk action, with the refused records. */
export function Refusal({ entity, records, error, title }: Props) {
  const { t } = useTranslation();
  const refused = error instanceof ColophonError ? refusedOf(records, error.details) : [];
  return (
    <Alert color="red" role="alert" title={refused.length > 0 ? title : t("error.title")}>
      {refused.length === 0 && errorText(error, t)}
      <List size="sm">
        {refused.map(({ record, message }) => (
          <List.Item key={record.id}>
            {titleOf(entity, record)}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
