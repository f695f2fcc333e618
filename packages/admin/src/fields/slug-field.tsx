import { TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useFormScope, useFormState } from "../form/form-context.tsx";
import { valueAt } from "../record-model/paths.ts";
import { isSlugOf, sourceText, toSlug } from "../record-model/slug.ts";
import type { DefinitionOf } from "../record-model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { useField } from "./use-field.ts";

/** A slug. It follows its source fields until somebody edits it or the record has been published. */
export function SlugField(props: WidgetProps<DefinitionOf<"slug">>) {
  const { field, path } = props;
  const { value, set, input } = useField<string>(props);
  useSlugFromSource({ path, from: field.definition.from, isFollowing: !field.isReadOnly });
  return <TextInput {...input} value={value ?? ""} onChange={(event) => set(event.currentTarget.value || null)} inputMode="url" />;
}

/** Updates the slug with its source fields, if the slug still matches it. */
function useSlugFromSource({
  path,
  from,
  isFollowing,
}: {
  readonly path: string;
  readonly from: string | readonly string[] | undefined;
  readonly isFollowing: boolean;
}): void {
  const { form, wasLive, entity } = useFormScope();
  const source = useFormState(({ values }) => sourceText(from, entity.fields, values));
  const before = useRef(source);
  useEffect(() => {
    const old = before.current;
    before.current = source;
    if (!isFollowing || wasLive || old === source || source === null) return;
    if (isSlugOf(valueAt(form.state().values, path), old)) form.set(path, toSlug(source));
  }, [form, isFollowing, path, source, wasLive]);
}
