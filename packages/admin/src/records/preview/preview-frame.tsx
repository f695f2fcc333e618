import { Box, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "../draft/session.ts";
import { useFollowing } from "./use-following.ts";

interface Given {
  readonly session: Session;
  readonly url: string;
  /** Of the device whose width is shown; null for all that there is. */
  readonly widthPx: number | null;
}

/** The previewed page. */
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

/** Whether the policy of this page lets no page of that site in. */
function useRefusal(): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const hear = ({ effectiveDirective }: SecurityPolicyViolationEvent) => effectiveDirective === "frame-src" && setRefused(true);
    document.addEventListener("securitypolicyviolation", hear);
    return () => document.removeEventListener("securitypolicyviolation", hear);
  }, []);
  return isRefused;
}
