import { Skeleton, Text } from "@mantine/core";
import { CatchBoundary } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

/** Wraps a custom component: while it loads, and if it fails, the rest of the page still works. */
export function OwnPart({ name, children }: Props) {
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={() => <Failure name={name} />} onCatch={(error) => console.error(error)}>
      <Suspense fallback={<Skeleton height={36} />}>{children}</Suspense>
    </CatchBoundary>
  );
}

function Failure({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  return (
    <Text role="alert" c="red" size="sm">
      {t("own.failed", { name })}
    </Text>
  );
}
