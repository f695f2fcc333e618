import { Button, Group, Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { titleOf } from "../../api/summary.ts";
import { useSoughtText } from "../../list-model/sought-text.ts";
import { AUTO_DIRECTION } from "../use-field.ts";
import { useFound } from "../../record-model/use-targets.ts";

interface Props {
  readonly entity: AdminEntity;
  /** The language of translatable records. */
  readonly locale: string;
  readonly isChosen: (record: AnyRecord) => boolean;
  readonly label: string;
  readonly onChoose: (id: string) => void;
  readonly onCreate?: () => void;
  /** Whether it takes the focus when it appears. */
  readonly hasFocus?: boolean;
}

/** Searches a record by its title, or by full text if the entity is searchable. */
export function RelationSearch({ entity, locale, isChosen, label, onChoose, onCreate, hasFocus = false }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const { sought, fits } = useSoughtText(text);
  const { records, isOutdated } = useFound(entity, { text: sought, locale, isEnabled: isOpen });
  const options = records
    .filter((record) => !isChosen(record))
    .map((record) => ({ value: record.id, label: titleOf(entity, record) }))
    .filter(({ label: title }) => fits(title, !isOutdated));
  const choose = (id: string | null) => {
    if (id === null) return;
    onChoose(id);
    setText("");
  };
  return (
    <Group wrap="nowrap" gap="xs">
      <Select
        aria-label={label}
        placeholder={label}
        flex={1}
        autoFocus={hasFocus}
        {...AUTO_DIRECTION}
        searchable
        searchValue={text}
        onSearchChange={setText}
        value={null}
        onChange={choose}
        onDropdownOpen={() => setOpen(true)}
        data={options}
        filter={(given) => given.options}
        nothingFoundMessage={t("form.nothingFound")}
      />
      {onCreate && (
        <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate} style={{ flexShrink: 0 }}>
          {t("form.new")}
        </Button>
      )}
    </Group>
  );
}
