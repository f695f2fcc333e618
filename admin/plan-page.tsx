import { listRecords } from "@colophon/admin";
import { List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

const LIMIT = 100;

/** The newest articles, by the month of their date. */
export default function PlanPage() {
  const { data } = useQuery({
    queryKey: ["plan"],
    queryFn: () => listRecords("article", { sort: "-date", fields: ["title", "date"], limit: LIMIT, draft: true }),
  });
  const months = Map.groupBy(data?.data ?? [], ({ date }) => String(date ?? "").slice(0, 7));
  return (
    <Stack>
      {data?.data.length === 0 && <Text c="dimmed">There are no articles yet.</Text>}
      {[...months].map(([month, articles]) => (
        <section key={month}>
          <Title order={2} size="h4">
            {month || "Without a date"}
          </Title>
          <List>
            {articles.map(({ id, title }) => (
              <List.Item key={id} dir="auto">
                {String(title ?? "Without a title")}
              </List.Item>
            ))}
          </List>
        </section>
      ))}
    </Stack>
  );
}
