import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import { listRecords, type AnyQuery } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { titleOf, titlePathOf } from "../../api/summary.ts";
import { anyOperatorOf, type FilterControlProps as Control } from "./conditions.ts";
import { showsDrafts, targetOf } from "../fields.ts";

const PAUSE_MS = 200;

/** A filter by one related record, searched by its title. */
export function RelationFilter({ field, label, conditions, onChange }: Control) {
  const { t } = useTranslation();
  const target = targetOf(useKnownConfig(), field);
  const [text, setText] = useState("");
  const [debounced] = useDebouncedValue(text, PAUSE_MS);
  const chosen = conditions[0]?.value ?? "";
  const found = useQuery({
    queryKey: keys.list(target?.name ?? "", { choose: debounced, chosen }),
    queryFn: () => (target ? candidates(target, debounced, chosen) : []),
  });
  return (
    <Select
      label={label}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      filter={({ options }) => options}
      nothingFoundMessage={t("list.noMatch")}
      data={found.data ?? []}
      value={chosen || null}
      onSearchChange={setText}
      onChange={(id) => onChange(id === null ? [] : [{ operator: anyOperatorOf(field), value: id }])}
    />
  );
}

/** The records whose title contains the text, and the selected one. */
async function candidates(target: AdminEntity, text: string, chosen: string) {
  const path = titlePathOf(target);
  const query: AnyQuery = {
    fields: ["id", ...(path === undefined ? [] : [path.split(".")[0] ?? path])],
    count: false,
    ...(showsDrafts(target) && { draft: true }),
  };
  const held = chosen === "" ? [] : (await listRecords(target.name, { ...query, filter: { id: chosen } })).data;
  const isTitle = held.some((record) => titleOf(target, record) === text);
  const filter = path !== undefined && text !== "" && !isTitle ? { [path]: { $contains: text } } : undefined;
  const { data } = await listRecords(target.name, { ...query, ...(filter && { filter }), ...(path !== undefined && { sort: path }) });
  const all = [...held, ...data.filter(({ id }) => id !== chosen)];
  return all.map((record) => ({ value: record.id, label: titleOf(target, record) }));
}
