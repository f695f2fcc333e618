import { useInViewport } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useLoadSlot } from "./load-slots.ts";

const MAX_TRIES = 6;
const PAUSE_MS = 4_000;

/** Loads an image when it becomes visible and a slot is free. Retries if the API is busy with other images. */
export function usePicture() {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<"waiting" | "loaded" | "failed">("waiting");
  const isOn = useLoadSlot(inViewport && state === "waiting");
  useEffect(() => {
    if (state !== "failed" || tries === MAX_TRIES) return undefined;
    const timer = setTimeout(() => {
      setTries(tries + 1);
      setState("waiting");
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state, tries]);
  return {
    ref,
    isShown: isOn || state === "loaded",
    isMissing: state === "failed",
    onLoad: () => setState("loaded"),
    onError: () => setState("failed"),
  };
}
