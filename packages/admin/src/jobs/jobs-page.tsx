import { Anchor, Stack, Table, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownMe } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFound } from "../elements/not-found.tsx";
import { StatusMark } from "../elements/status-mark.tsx";
import { formatted } from "../texts/formats.ts";
import type { Job } from "@colophon/api";
import { timesOf, useJobs } from "./use-jobs.ts";

/** The site's jobs with their last runs, for admins. They are changed in the configuration. */
export function JobsPage() {
  return useKnownMe().isAdmin ? <Jobs /> : <NotFound />;
}

function Jobs() {
  const { t } = useTranslation();
  const { data, error, refetch } = useJobs();
  return (
    <Stack maw={960} gap="lg">
      <div>
        <Title order={1} size="h2">
          {t("jobs.title")}
        </Title>
        <Text c="dimmed">{t("jobs.text")}</Text>
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text>{t("jobs.none")}</Text>}
      {data && data.length > 0 && <JobsTable jobs={data} />}
    </Stack>
  );
}

function JobsTable({ jobs }: { readonly jobs: readonly Job[] }) {
  const { t, i18n } = useTranslation();
  const time = (at: string | null | undefined) => (at ? formatted("second", Date.parse(at), i18n.language) : "–");
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {["name", "times", "next", "last", "status", "failures"].map((name) => (
              <Table.Th key={name}>{t(`jobs.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map(({ name, every, cron, nextAt, failures, runs: [last] }) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Anchor renderRoot={(props) => <Link to="/jobs/$name" params={{ name }} {...props} />}>{name}</Anchor>
              </Table.Td>
              <Table.Td>{timesOf({ every, cron })}</Table.Td>
              <Table.Td>{time(nextAt)}</Table.Td>
              <Table.Td>{time(last?.startedAt)}</Table.Td>
              <Table.Td>{last ? <StatusMark status={last.state} label={t(`jobs.state.${last.state}`)} /> : "–"}</Table.Td>
              <Table.Td>{formatted("number", failures, i18n.language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
