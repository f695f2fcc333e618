import { Box, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "../draft/session.ts";
import { useFollowing } from "./use-following.ts";

interface Given {
  readonly session: Session;
  readonly url: string;
  /** The width of the chosen device; null for the full width. */
  readonly widthPx: number | null;
}

export function PreviewFrame({ session, url, widthPx }: Given) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const isRefused = useRefusal();
  useFollowing(frame, session);
  return (
    <>
      {isRefused && <Text role="alert">{t("preview.refused")}</Text>}
      <Box style={{ overflowX: "auto" }}>
        <iframe
          ref={frame}
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
    const hear = ({ effectiveDirective }: SecurityPolicyViolationEvent) => effectiveDirective === "frame-src" && setRefused(true);
    document.addEventListener("securitypolicyviolation", hear);
    return () => document.removeEventListener("securitypolicyviolation", hear);
  }, []);
  return isRefused;
}
