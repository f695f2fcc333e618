import { listRecords, useAdminConfig } from "@colophon/admin";
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

const ENTITY = "article";

/** How many articles each section has. */
export default function SectionsCard() {
  const entity = useAdminConfig().entities.find(({ name }) => name === ENTITY);
  const section = entity?.fields.find((field) => field.name === "section");
  const options =
    section?.type === "select" ? section.options.map((option) => (typeof option === "string" ? { value: option } : option)) : [];
  return (
    <Stack gap={4}>
      {options.map(({ value, ...option }) => (
        <Section key={value} value={value} label={"label" in option ? option.label : value} />
      ))}
    </Stack>
  );
}

function Section({ value, label }: { readonly value: string; readonly label: string }) {
  const { data } = useQuery({
    queryKey: ["sections", value],
    queryFn: () => listRecords(ENTITY, { filter: { section: value }, limit: 0, draft: true }),
  });
  return (
    <Group justify="space-between">
      <Text size="sm">{label}</Text>
      <Text size="sm" fw={600}>
        {data?.meta.total ?? "…"}
      </Text>
    </Group>
  );
}
