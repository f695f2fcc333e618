import { Alert, List } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PasteNotes } from "./pasted-document.ts";

interface Props {
  readonly title: string;
  readonly notes: PasteNotes;
  readonly onClose?: () => void;
}

/** What differs from what was written elsewhere. */
export function PasteNotice({ title, notes: { changed, lost, missingPictures }, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const named = (names: readonly string[]) =>
    new Intl.ListFormat(i18n.language).format(names.map((name) => t(`form.paste.kind.${name}`, { defaultValue: name })));
  return (
    <Alert role="status" mt="xs" title={title} {...(onClose && { withCloseButton: true, closeButtonLabel: t("common.close"), onClose })}>
      <List size="sm">
        {changed.length > 0 && <List.Item>{t("form.paste.changed", { what: named(changed) })}</List.Item>}
        {lost.length > 0 && <List.Item>{t("form.paste.lost", { what: named(lost) })}</List.Item>}
        {missingPictures > 0 && <List.Item>{t("form.paste.missingPictures", { count: missingPictures })}</List.Item>}
      </List>
    </Alert>
  );
}
