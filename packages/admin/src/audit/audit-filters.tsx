import { isUuid } from "@colophon/model";
import { Group, Select, TextInput } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../api/admin-config.ts";
import { useUsers, type Person } from "../people/use-users.ts";
import { useCalendar } from "../elements/calendar.ts";
import { entityText } from "../api/admin-entities.ts";
import type { AuditSearch } from "./use-audit.ts";

interface Props {
  readonly search: AuditSearch;
  readonly onChange: (changed: AuditSearch) => void;
}

/** Entities of the log that have no records. */
const OTHERS = ["_session", "_api-key"];

/** By whom, of what, and when. */
export function AuditFilters({ search, onChange }: Props) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const calendar = useCalendar();
  const [text, setText] = useState("");
  const [person, setPerson] = useState<Person | null>(null);
  const users = useUsers(text, person);
  const { actor = "", entity = "", record = "", from = "", to = "" } = search;
  const set = (name: keyof AuditSearch) => (value: string | null) => onChange({ ...search, [name]: value ?? "" });
  const chosen = person?.id === actor ? person : { id: actor, name: actor, label: actor };
  const people = actor === "" || users.some(({ id }) => id === actor) ? users : [chosen, ...users];
  const chooseActor = (id: string | null) => {
    setPerson(people.find((person) => person.id === id) ?? null);
    set("actor")(id);
  };
  const entities = [...config.entities, ...config.builtIns].map((entity) => ({ value: entity.name, label: entityText(entity, t) }));
  const others = OTHERS.map((name) => ({ value: name, label: t(`audit.entity.${name}`) }));
  const day = { valueFormat: "YYYY-MM-DD", placeholder: "YYYY-MM-DD", clearable: true, ...calendar };
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={t("audit.who")}
        searchable
        clearable
        filter={({ options }) => options}
        nothingFoundMessage={t("list.noMatch")}
        data={people.map(({ id, label }) => ({ value: id, label }))}
        value={actor || null}
        onSearchChange={setText}
        onChange={chooseActor}
      />
      <Select
        label={t("audit.what")}
        searchable
        clearable
        data={[...entities, ...others]}
        value={entity || null}
        onChange={set("entity")}
      />
      <TextInput
        label={t("audit.recordId")}
        value={record}
        error={record !== "" && !isUuid(record) && t("audit.noId")}
        onChange={({ currentTarget }) => set("record")(currentTarget.value.trim())}
      />
      <DateInput {...day} label={t("audit.from")} value={from || null} onChange={set("from")} />
      <DateInput {...day} label={t("audit.to")} value={to || null} onChange={set("to")} />
    </Group>
  );
}
