import { useInViewport } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useTurn } from "./turns.ts";

const MAX_TRIES = 6;
const PAUSE_MS = 4_000;

/** Loads a picture when it is seen, in its turn. The API says that it is busy while many new ones wait: then it is asked again. */
export function usePicture() {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<"waiting" | "loaded" | "failed">("waiting");
  const isOn = useTurn(inViewport && state === "waiting");
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
