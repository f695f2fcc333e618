import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  readonly title: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function NameDialog({ title, name: currentName, onName, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(currentName);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": t("common.close") }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") onName(name.trim());
        }}
      >
        <TextInput
          label={t("views.name")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={name.trim() === ""}>
            {t("views.keep")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
