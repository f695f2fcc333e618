import { Box, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EditSession } from "../drafts/session/session.ts";
import { usePreviewUpdates } from "./use-preview-updates.ts";

interface Props {
  readonly session: EditSession;
  readonly url: string;
  /** The width of the chosen device; null for the full width. */
  readonly widthPx: number | null;
}

export function PreviewFrame({ session, url, widthPx }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const isRefused = useRefusal();
  const onLoad = usePreviewUpdates(frame, session, url);
  return (
    <>
      {isRefused && <Text role="alert">{t("preview.refused")}</Text>}
      <Box style={{ overflowX: "auto" }}>
        <iframe
          ref={frame}
          onLoad={onLoad}
          src={new URL(url, location.href).href}
          title={t("preview.title")}
          style={{ border: "1px solid var(--mantine-color-default-border)", width: widthPx ?? "100%", height: "75vh", background: "white" }}
        />
      </Box>
    </>
  );
}

/** Whether this page's Content Security Policy blocks frames of that site. */
function useRefusal(): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const listener = ({ effectiveDirective }: SecurityPolicyViolationEvent) => effectiveDirective === "frame-src" && setRefused(true);
    document.addEventListener("securitypolicyviolation", listener);
    return () => document.removeEventListener("securitypolicyviolation", listener);
  }, []);
  return isRefused;
}
