import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnownConfig, useKnownMe } from "../api/admin-config.ts";
import { cardsOf } from "./cards.ts";
import { CountCard } from "./count-card.tsx";
import { ScheduledCard } from "./scheduled-card.tsx";
import { RecordsCard } from "./records-card.tsx";
import { OwnPart } from "../own-parts/own-part.tsx";
import { ownCards } from "../own-parts/own-parts.ts";

export function DashboardPage() {
  const { t } = useTranslation();
  const cards = cardsOf(useKnownConfig(), useKnownMe());
  return (
    <Stack>
      <Title order={1} size="h2">
        {t("shell.dashboard")}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        {cards.map((card, at) => {
          const key = `${card.kind} ${at}`;
          if (card.kind === "text") return <Paper key={key} withBorder p="md" children={<Text dir="auto">{card.text}</Text>} />;
          if (card.kind === "scheduled") return <ScheduledCard key={key} {...card} />;
          if (card.kind === "own") return <OwnCard key={key} {...card} />;
          return card.kind === "count" ? <CountCard key={key} {...card} /> : <RecordsCard key={key} {...card} />;
        })}
      </SimpleGrid>
    </Stack>
  );
}

/** A custom card of the project; nothing if the build has no such card. */
function OwnCard({ name, title }: { readonly name: string; readonly title: string | null }) {
  const Own = ownCards.get(name);
  if (!Own) return null;
  return (
    <Paper withBorder p="md">
      {title !== null && (
        <Title order={2} size="h5" mb="xs">
          {title}
        </Title>
      )}
      <OwnPart name={name}>
        <Own />
      </OwnPart>
    </Paper>
  );
}
