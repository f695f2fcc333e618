import { Alert, Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { mediaKindOf } from "../../api/admin-entities.ts";
import { useUploads, type Uploads } from "./use-uploads.ts";

/** Uploads into the library, and a notice with links to uploaded files of other kinds. */
export function useLibraryUploads(entity: AdminEntity): { readonly uploads: Uploads; readonly notice: ReactNode } {
  const { t } = useTranslation();
  const [elsewhere, setElsewhere] = useState<readonly AnyRecord[]>([]);
  const uploads = useUploads({
    onUploaded: (assets) => setElsewhere(assets.filter((asset) => asset["_type"] !== entity.name)),
  });
  if (elsewhere.length === 0) return { uploads, notice: null };
  const names = [...new Set(elsewhere.map((asset) => String(asset["_type"])))];
  const notice = (
    <Alert role="status" withCloseButton closeButtonLabel={t("common.close")} onClose={() => setElsewhere([])}>
      {t("media.elsewhere", { count: elsewhere.length })}{" "}
      {names.map((name) => (
        <Anchor key={name} me="sm" renderRoot={(props) => <Link to="/media" search={{ kind: mediaKindOf(name) }} {...props} />}>
          {t(`entity.${name}`)}
        </Anchor>
      ))}
    </Alert>
  );
  return { uploads, notice };
}
