import { Alert, Button, Stack, Text } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { CatchBoundary } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useReducer, type ComponentType, type FunctionComponent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";

/** How often a part whose code could not be requested asks whether the server answers again. */
const REACH_EVERY_MS = 3_000;

/**
 * A part of a page whose code is loaded when the part is first shown. Where that fails, the failure is shown in its
 * place: the rest of the page stays, with all that was typed there. It is loaded again as soon as the server answers, or
 * when the user asks for it. Chromium remembers for the page's life that an import failed: none is tried while the
 * server can't be reached, and after one that failed the user reloads the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): FunctionComponent<Props> {
  const createPart = () => lazy(async () => ({ default: await loadReachable(load) }));
  let Part: ComponentType<Props> = createPart();
  return function LazyPart(props: Props) {
    const [attempt, countAttempt] = useReducer((count: number) => count + 1, 0);
    const { reset } = useQueryErrorResetBoundary();
    const tryAgain = useCallback(() => {
      Part = createPart();
      reset();
      countAttempt();
    }, [reset]);
    return (
      <PartBoundary resetKey={attempt} waiting={waiting} failure={(error) => <PartFailure error={error} onRetry={tryAgain} />}>
        <Part {...props} />
      </PartBoundary>
    );
  };
}

interface PartBoundaryProps {
  /** The part is shown again when this changes. */
  readonly resetKey: string | number;
  readonly waiting: ReactNode;
  readonly failure: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

/** While a part loads, and if it fails, the rest of the page still works. */
export function PartBoundary({ resetKey, waiting, failure, children }: PartBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => resetKey} errorComponent={({ error }) => failure(error)} onCatch={(error) => console.error(error)}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </CatchBoundary>
  );
}

class ImportFailure extends Error {}
class ServerAway extends TypeError {}

async function loadReachable<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  if (!navigator.onLine) await reachServer();
  try {
    return await load();
  } catch (cause) {
    throw new ImportFailure("The code of a part of the page can't be loaded", { cause });
  }
}

/** Requests this very file: a browser whose machine has no network calls itself offline, but reaches a server on that machine. @throws ServerAway */
async function reachServer(): Promise<void> {
  try {
    await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
  } catch (cause) {
    throw new ServerAway("The server can't be reached", { cause });
  }
}

function PartFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const isImport = error instanceof ImportFailure;
  const isAway = error instanceof ServerAway;
  useEffect(() => {
    const askServer = () => void reachServer().then(onRetry, () => undefined);
    const timer = isAway ? setInterval(askServer, REACH_EVERY_MS) : undefined;
    return () => clearInterval(timer);
  }, [isAway, onRetry]);
  return (
    <Alert color="red" role="alert">
      <Stack align="start" gap="xs">
        <Text size="sm">{isImport ? t("error.partNotLoaded") : errorText(error, t)}</Text>
        <Button size="xs" variant="default" onClick={isImport ? () => window.location.reload() : onRetry}>
          {t(isImport ? "error.reload" : "common.tryAgain")}
        </Button>
      </Stack>
    </Alert>
  );
}
