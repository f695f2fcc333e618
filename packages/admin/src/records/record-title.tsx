import { Title } from "@mantine/core";
import { labelOf, type AdminEntity } from "../api/admin-config.ts";
import { titleOf } from "../api/summary.ts";
import { useFormState } from "./form/form-context.tsx";
import type { StoredRecord } from "./model/record-api.ts";

interface Props {
  readonly entity: AdminEntity;
  /** Null for a global. */
  readonly id: string | null;
  readonly record: StoredRecord | null;
  readonly isInDrawer: boolean;
}

/** The record's title, as edited in the form. A component of its own, because it renders with each key press. */
export function RecordTitle({ entity, id, record, isInDrawer }: Props) {
  const title = useFormState(({ values }) => (id === null ? labelOf(entity) : titleOf(entity, { ...record, ...values, id })));
  return (
    <Title order={isInDrawer ? 2 : 1} size="h2" dir="auto" style={{ overflowWrap: "anywhere" }}>
      {title}
    </Title>
  );
}
