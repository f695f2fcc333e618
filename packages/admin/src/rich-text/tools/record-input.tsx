import { Group, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../../api/admin-config.ts";
import { useFormScope } from "../../form/form-context.tsx";
import { RelationSearch } from "../../fields/relation/relation-search.tsx";

interface Props {
  readonly embeds: readonly string[];
  readonly onChoose: (record: { readonly entity: string; readonly id: string }) => void;
  /** Whether it takes the focus. */
  readonly hasFocus?: boolean;
}

/** Chooses a record of one of the entities that the text may refer to. */
export function RecordInput({ embeds, onChoose, hasFocus = false }: Props) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const { locale } = useFormScope();
  const known = embeds.flatMap((name) => entityNamed(config, name) ?? []);
  const [name, setName] = useState(known[0]?.name ?? null);
  const entity = known.find((one) => one.name === name);
  if (!entity) return null;
  return (
    <Group gap={4} wrap="nowrap" flex={1}>
      {known.length > 1 && (
        <Select
          size="sm"
          w="10rem"
          aria-label={t("form.node.entity")}
          allowDeselect={false}
          data={known.map((one) => ({ value: one.name, label: one.title ?? one.name }))}
          value={name}
          onChange={setName}
        />
      )}
      <RelationSearch
        key={entity.name}
        entity={entity}
        locale={locale ?? config.defaultLocale}
        isChosen={() => false}
        label={t("form.node.search")}
        hasFocus={hasFocus}
        onChoose={(id) => onChoose({ entity: entity.name, id })}
      />
    </Group>
  );
}
