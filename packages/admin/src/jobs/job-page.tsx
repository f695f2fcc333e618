import { Anchor, Stack, Table, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownMe } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFound } from "../elements/not-found.tsx";
import { StatusMark } from "../elements/status-mark.tsx";
import { formatted } from "../texts/formats.ts";
import type { Job, JobRun } from "@colophon/api";
import { timesOf, useJobs } from "./use-jobs.ts";

const route = getRouteApi("/shell/jobs/$name");

/** One job with its last runs and its last failures, for admins. */
export function JobPage() {
  return useKnownMe().isAdmin ? <Named /> : <NotFound />;
}

function Named() {
  const { name } = route.useParams();
  const { data, error, refetch } = useJobs();
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  const job = data?.find((candidate) => candidate.name === name);
  if (data && !job) return <NotFound />;
  return job ? <Runs job={job} /> : null;
}

function Runs({ job: { name, every, cron, runs, failed } }: { readonly job: Job }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" maw={960}>
      <div>
        <Anchor renderRoot={(props) => <Link to="/jobs" {...props} />}>{t("jobs.title")}</Anchor>
        <Title order={1} size="h2">
          {name}
        </Title>
        <Text c="dimmed">{timesOf({ every, cron })}</Text>
      </div>
      <Section title={t("jobs.runs")} none={t("jobs.noRuns")} runs={runs} />
      <Section title={t("jobs.failed")} none={t("jobs.noFailed")} runs={failed} />
    </Stack>
  );
}

function Section({ title, none, runs }: { readonly title: string; readonly none: string; readonly runs: readonly JobRun[] }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {runs.length === 0 ? <Text>{none}</Text> : <RunsTable runs={runs} label={title} />}
    </section>
  );
}

function RunsTable({ runs, label }: { readonly runs: readonly JobRun[]; readonly label: string }) {
  const { t, i18n } = useTranslation();
  const time = (at: string) => formatted("second", Date.parse(at), i18n.language);
  const duration = (ms: number) => t("jobs.milliseconds", { number: formatted("number", ms, i18n.language) });
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} role="group" aria-label={label}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {["due", "started", "duration", "status", "error"].map((name) => (
              <Table.Th key={name}>{t(`jobs.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map(({ id, dueAt, startedAt, durationMs, state, error }) => (
            <Table.Tr key={id}>
              <Table.Td>{time(dueAt)}</Table.Td>
              <Table.Td>{time(startedAt)}</Table.Td>
              <Table.Td>{durationMs === null ? "–" : duration(durationMs)}</Table.Td>
              <Table.Td>
                <StatusMark status={state} label={t(`jobs.state.${state}`)} />
              </Table.Td>
              <Table.Td>{error ?? "–"}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
