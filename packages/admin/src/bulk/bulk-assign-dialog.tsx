import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../api/client.ts";
import { notify } from "../messages/messages.ts";
import { BulkFrame, type BulkDialogProps } from "./bulk-frame.tsx";
import { useUsers, type Person } from "../people/use-users.ts";

/** Makes one user the owner of all selected records. */
export function BulkAssignDialog(props: BulkDialogProps<"assign">) {
  const { entity } = props;
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [owner, setOwner] = useState<Person | null>(null);
  const found = useUsers(text, owner);
  const people = owner && !found.some(({ id }) => id === owner.id) ? [owner, ...found] : found;
  return (
    <BulkFrame
      {...props}
      title={(count) => t("bulk.assignTitle", { count })}
      text={t("bulk.assignText")}
      label={t("bulk.assign")}
      isIncomplete={owner === null}
      run={(ids) => client.entity(entity.name as "_file").bulk(ids, { action: "assign", userId: owner?.id ?? "" })}
      onDone={(ids) => void notify({ text: t("bulk.assigned", { count: ids.length, name: owner?.name }) })}
    >
      <Select
        label={t("bulk.newOwner")}
        data-autofocus
        searchable
        searchValue={text}
        onSearchChange={setText}
        filter={({ options }) => options}
        nothingFoundMessage={t("list.noMatch")}
        data={people.map(({ id, label }) => ({ value: id, label }))}
        value={owner?.id ?? null}
        onChange={(id) => setOwner(people.find((person) => person.id === id) ?? null)}
      />
    </BulkFrame>
  );
}
