import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { isSearchable } from "../list-model/text-search.ts";
import { PAUSE_MS } from "../list-model/sought-text.ts";
import { useListSearch } from "./use-list-search.ts";

/** The search field of a list, if the entity is searchable; the key `/` focuses it. */
export function ListSearchField({ entity }: { readonly entity?: AdminEntity }) {
  const { t } = useTranslation();
  const { search, set } = useListSearch();
  const current = search["q"] ?? "";
  const [text, setText] = useState(current);
  const field = useRef<HTMLInputElement>(null);
  const apply = useDebouncedCallback((q: string) => set("q", q), PAUSE_MS);
  useEffect(() => setText(current), [current]);
  useHotkeys([["/", () => field.current?.focus()]]);

  if (entity && !isSearchable(entity)) return null;
  const changed = (next: string) => {
    setText(next);
    apply(next.trim());
  };
  return (
    <TextInput
      ref={field}
      type="search"
      role="searchbox"
      label={t("list.search")}
      aria-keyshortcuts="/"
      maxLength={200}
      value={text}
      onChange={(event) => changed(event.currentTarget.value)}
      rightSection={text !== "" && <CloseButton size="sm" aria-label={t("list.clearSearch")} onClick={() => changed("")} />}
    />
  );
}
