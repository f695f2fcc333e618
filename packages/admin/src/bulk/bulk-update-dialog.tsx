import { labelOfField } from "@colophon/model";
import { NativeSelect } from "@mantine/core";
import { ColophonError } from "@colophon/client";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../api/admin-config.ts";
import { client } from "../api/client.ts";
import { FieldView } from "../fields/field-view.tsx";
import { FormProvider } from "../form/form-context.tsx";
import { bodyValue } from "../record-model/body.ts";
import { createForm, type Form } from "../record-model/form.ts";
import { newValues } from "../record-model/new-values.ts";
import type { StoredField } from "../record-model/types.ts";
import { PageParts } from "../records/page-parts.tsx";
import { showsDrafts } from "../list-model/fields.ts";
import { bulkFieldsOf } from "./bulk-fields.ts";
import { BulkFrame, type BulkDialogProps } from "./bulk-frame.tsx";

interface Chosen {
  readonly field: StoredField;
  readonly form: Form;
}

/** Sets one field of all selected records to the same value; in their drafts if the entity has drafts. */
export function BulkUpdateDialog(props: BulkDialogProps<"update">) {
  const { entity } = props;
  const { t } = useTranslation();
  const fields = bulkFieldsOf(useKnownConfig(), entity);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const isDraft = showsDrafts(entity);
  const choose = (name: string) => {
    const field = fields.find(({ definition }) => definition.name === name);
    setChosen(field ? { field, form: createForm([field], firstValues(field)) } : null);
  };
  const update = (ids: readonly string[]) => {
    const data = chosen ? dataOf(chosen) : {};
    return client.entity(entity.name as "_file").bulk(ids, { action: "update", data, ...(isDraft && { draft: true }) } as never);
  };
  return (
    <BulkFrame
      {...props}
      title={(count) => t("bulk.updateTitle", { count })}
      text={t(isDraft ? "bulk.updateDraftsText" : "bulk.updateText")}
      label={t("bulk.update")}
      isIncomplete={chosen === null}
      run={update}
      onRefused={(error) => chosen && showRefusal(chosen, error)}
    >
      <NativeSelect
        label={t("bulk.field")}
        data-autofocus
        value={chosen?.field.definition.name ?? ""}
        data={[
          { value: "", label: t("bulk.chooseField") },
          ...fields.map(({ definition }) => ({ value: definition.name, label: labelOfField(definition) })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen && (
        <PageParts key={chosen.field.definition.name}>
          <FormProvider form={chosen.form} entity={entity} recordId={null} wasLive={false}>
            <FieldView field={chosen.field} path={chosen.field.definition.name} siblings={[]} />
          </FormProvider>
        </PageParts>
      )}
    </BulkFrame>
  );
}

/** The value that the widget shows at first, which is sent if nobody changes it. */
function firstValues(field: StoredField) {
  const { name, type } = field.definition;
  return type === "boolean" ? { [name]: false } : newValues([field]);
}

function dataOf({ field: { definition }, form }: Chosen): Readonly<Record<string, unknown>> {
  return { [definition.name]: bodyValue(definition, form.state().values[definition.name]) };
}

/** Shows the error of the value also at its field. */
function showRefusal({ field, form }: Chosen, error: unknown): void {
  const { name } = field.definition;
  const details = error instanceof ColophonError ? error.details : [];
  const detail = details.find((detail) => detail.field.replace(/^ids\[\d+\]\./, "").split(/[.[]/)[0] === name);
  if (detail) form.fail({ [name]: detail.message });
}
