import { Skeleton, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PartBoundary } from "../loading/lazy-part.tsx";

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

/** Wraps a custom component. */
export function OwnPart({ name, children }: Props) {
  return (
    <PartBoundary resetKey={name} waiting={<Skeleton height={36} />} failure={() => <Failure name={name} />}>
      {children}
    </PartBoundary>
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
