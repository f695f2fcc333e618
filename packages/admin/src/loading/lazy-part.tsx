import { Alert, Button, Stack, Text } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { CatchBoundary } from "@tanstack/react-router";
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useReducer,
  useRef,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";

/**
 * A part of a page whose code is loaded when the part is first shown. Where that fails, the failure is shown in its
 * place: the rest of the page stays, with all that was typed there. It is loaded again as soon as the browser is online,
 * or when the user asks for it. Chromium remembers for the page's life that an import failed: none is tried offline, and
 * after one that failed the user reloads the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): FunctionComponent<Props> {
  const createPart = () => lazy(async () => ({ default: await loadOnline(load) }));
  let Part: ComponentType<Props> = createPart();
  return function LazyPart(props: Props) {
    const [attempt, countAttempt] = useReducer((count: number) => count + 1, 0);
    const { reset } = useQueryErrorResetBoundary();
    const hasFailed = useRef(false);
    const tryAgain = useCallback(() => {
      hasFailed.current = false;
      Part = createPart();
      reset();
      countAttempt();
    }, [reset]);
    useEffect(() => {
      const onOnline = () => hasFailed.current && tryAgain();
      window.addEventListener("online", onOnline);
      return () => window.removeEventListener("online", onOnline);
    }, [tryAgain]);
    const onCatch = (error: unknown) => {
      hasFailed.current = true;
      console.error(error);
    };
    return (
      <CatchBoundary
        getResetKey={() => attempt}
        errorComponent={({ error }) => <PartFailure error={error} onRetry={tryAgain} />}
        onCatch={onCatch}
      >
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </CatchBoundary>
    );
  };
}

class ImportFailure extends Error {}

async function loadOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  if (!navigator.onLine) throw new TypeError("The browser is offline");
  try {
    return await load();
  } catch (cause) {
    throw new ImportFailure("The code of a part of the page can't be loaded", { cause });
  }
}

function PartFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const isImport = error instanceof ImportFailure;
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
