import { Alert, Fieldset, Grid, Stack } from "@mantine/core";
import { useEffect, useRef, type RefObject } from "react";
import type { AdminEntity } from "../api/admin-config.ts";
import { FieldList } from "../fields/field-list.tsx";
import { useFormState } from "../form/form-context.tsx";
import { otherErrors, type Errors } from "../record-model/errors.ts";
import { layoutOf, type Section } from "../record-model/layout.ts";

interface Props {
  readonly entity: AdminEntity;
  /** Whether all fields are in one column. */
  readonly isNarrow: boolean;
}

/** The fields of a record, in the configured sections. */
export function RecordForm({ entity, isNarrow }: Props) {
  const fields = useFormState((state) => state.fields);
  const errors = useFormState((state) => state.errors);
  const others = otherErrors(
    errors,
    fields.map(({ definition }) => definition.name),
  );
  const element = useRef<HTMLDivElement>(null);
  useFocusOnRefusal(element, errors);
  const { sections, aside } = layoutOf(entity, fields);
  const isSplit = !isNarrow && aside.length > 0;
  return (
    <Stack ref={element}>
      {others.length > 0 && (
        <Alert color="red" role="alert">
          {others.join(" — ")}
        </Alert>
      )}
      <Grid gap="xl">
        <Grid.Col span={isSplit ? { base: 12, md: 8 } : 12}>
          <Stack gap="lg">
            {sections.map((section) => (
              <FormSection key={section.title ?? ""} section={section} entity={entity} />
            ))}
          </Stack>
        </Grid.Col>
        {aside.length > 0 && (
          <Grid.Col span={isSplit ? { base: 12, md: 4 } : 12}>
            <FieldList fields={aside} siblings={entity.fields} within="" />
          </Grid.Col>
        )}
      </Grid>
    </Stack>
  );
}

function FormSection({ section: { title, fields }, entity }: { readonly section: Section; readonly entity: AdminEntity }) {
  const list = <FieldList fields={fields} siblings={entity.fields} within="" />;
  return title === null ? list : <Fieldset legend={title}>{list}</Fieldset>;
}

/** Focuses the first field with an error, unless the focus is already in the form. */
function useFocusOnRefusal(element: RefObject<HTMLDivElement | null>, errors: Errors): void {
  const hadErrors = useRef(false);
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    const isNew = hasErrors && !hadErrors.current;
    hadErrors.current = hasErrors;
    if (!isNew || element.current?.contains(document.activeElement)) return;
    element.current?.querySelector<HTMLElement>('[data-field] [aria-invalid="true"]')?.focus();
  }, [element, hasErrors]);
}
