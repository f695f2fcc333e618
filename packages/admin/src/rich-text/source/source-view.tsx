import { Alert, Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RichDocument } from "@colophon/model";
import type { InputProps } from "../../own-parts/define-admin.ts";
import { isEqual } from "../../record-model/same-value.ts";
import type { Allowed } from "../paste/fit-document.ts";
import type { PasteNotes } from "../paste/pasted-document.ts";
import { PasteNotice } from "../paste/paste-notice.tsx";
import { readSource, sourceOf } from "./markdown-source.ts";
import { SourceText } from "./source-text.tsx";

interface Props {
  readonly input: InputProps;
  readonly allowed: Allowed;
  readonly value: RichDocument | null;
  readonly onChange: (value: RichDocument | null) => void;
  readonly onClose: () => void;
}

const NO_NOTES: PasteNotes = { changed: [], lost: [], missingPictures: 0 };

/** A document as Markdown. One that Markdown can't say is shown as it is stored, read-only. */
export function SourceView({ input, allowed, value, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const [shown, show] = useState(() => ({ value, source: sourceOf(value, allowed), notes: NO_NOTES }));
  const isOwn = isEqual(shown.value, value);
  if (!isOwn) show({ value, source: sourceOf(value, allowed), notes: NO_NOTES }); // changed from outside
  const change = (source: string) => {
    const { document, changed, lost } = readSource(source, allowed);
    show({ value: document, source, notes: { changed, lost, missingPictures: 0 } });
    onChange(document);
  };
  const { source, notes } = shown;
  return (
    <Stack gap="xs">
      <Button size="compact-sm" variant="default" onClick={onClose} style={{ alignSelf: "flex-start" }}>
        {t("form.source.close")}
      </Button>
      <SourceText
        aria-label={t("form.source.title", { name: input.label })}
        readOnly={input.readOnly || source === null}
        value={source ?? JSON.stringify(value, null, 2)}
        onChange={(event) => change(event.currentTarget.value)}
        autoFocus
      />
      {source === null ? <Alert>{t("form.source.readOnly")}</Alert> : <Text size="sm">{t("form.source.help")}</Text>}
      {(notes.changed.length > 0 || notes.lost.length > 0) && <PasteNotice title={t("form.source.changes")} notes={notes} />}
    </Stack>
  );
}
