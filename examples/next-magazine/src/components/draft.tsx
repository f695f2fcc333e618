"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

interface DraftProps {
  /** The origin of the admin page. */
  readonly admin: string;
  readonly children: React.ReactNode;
}

/** Says that this is a draft. Next to the form of the admin page, it is reloaded after each save. */
export function Draft({ admin, children }: DraftProps) {
  const router = useRouter();

  useEffect(() => {
    if (window.parent === window) return undefined;
    const hear = ({ origin, data }: MessageEvent) => {
      if (origin === admin && data?.type === "colophon:saved") router.refresh();
    };
    window.addEventListener("message", hear);
    window.parent.postMessage({ type: "colophon:listening" }, admin);
    return () => window.removeEventListener("message", hear);
  }, [admin, router]);

  return <p className="draft">{children}</p>;
}
