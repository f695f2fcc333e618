import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import { listRecords, type AnyQuery } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { hasGroups, inLanguage, offeredLanguage, oneOfEachGroup } from "../../api/languages.ts";
import { titleOf, titlePathOf } from "../../api/summary.ts";
import { anyOperatorOf, type FilterControlProps as Control } from "../../list-model/conditions.ts";
import { showsDrafts, targetOf } from "../../list-model/fields.ts";
import { useSoughtText } from "../../list-model/sought-text.ts";

/** A filter by one related record, searched by its title. */
export function RelationFilter({ field, label, conditions, onChange }: Control) {
  const { t, i18n } = useTranslation();
  const config = useKnownConfig();
  const target = targetOf(config, field);
  const locale = offeredLanguage(config, undefined, i18n.language);
  const [text, setText] = useState("");
  const { sought, fits } = useSoughtText(text);
  const chosen = conditions[0]?.value ?? "";
  const found = useQuery({
    queryKey: keys.list(target?.name ?? "", { choose: sought, chosen, locale }),
    queryFn: () => (target ? candidates(target, { text: sought, chosen, locale }) : []),
  });
  return (
    <Select
      label={label}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      filter={({ options }) => options}
      nothingFoundMessage={t("list.noMatch")}
      data={(found.data ?? []).filter((option) => fits(option.label, true))}
      value={chosen || null}
      onSearchChange={setText}
      onChange={(id) => onChange(id === null ? [] : [{ operator: anyOperatorOf(field), value: id }])}
    />
  );
}

interface Sought {
  readonly text: string;
  readonly chosen: string;
  readonly locale: string;
}

/** The records whose title contains the text, and the selected one: each translation group once. */
async function candidates(target: AdminEntity, { text, chosen, locale }: Sought) {
  const path = titlePathOf(target);
  const query: AnyQuery = {
    fields: ["id", ...(hasGroups(target) ? ["translationGroup"] : []), ...(path === undefined ? [] : [path.split(".")[0] ?? path])],
    count: false,
    ...(showsDrafts(target) && { draft: true }),
  };
  const held = chosen === "" ? [] : (await listRecords(target.name, { ...query, filter: { id: chosen } })).data;
  const isTitle = held.some((record) => titleOf(target, record) === text);
  const filter = path !== undefined && text !== "" && !isTitle ? { [path]: { $contains: text } } : undefined;
  const sorted = path === undefined ? {} : { sort: path };
  const { data } = await listRecords(target.name, { ...query, ...inLanguage(target, locale), ...(filter && { filter }), ...sorted });
  return oneOfEachGroup([...held, ...data]).map((record) => ({ value: record.id, label: titleOf(target, record) }));
}
