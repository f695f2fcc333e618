import { expect, test } from "@jest/globals";
import { identify, routes, type Route } from "@colophon/api";
import { validateConfig } from "@colophon/config";
import { compileSchema, createEngine } from "@colophon/engine";
import { mountDirect } from "../../services/asset/src/direct/direct.routes.ts";
import { mountServe } from "../../services/asset/src/serving/serve.routes.ts";
import { mountUpload } from "../../services/asset/src/upload/upload.routes.ts";
import { mountAddresses } from "../../services/auth/src/address/address.routes.ts";
import { mountApiKeys } from "../../services/auth/src/api-keys.routes.ts";
import { mountIdentify } from "../../services/auth/src/identify/identify.routes.ts";
import { mountLogin } from "../../services/auth/src/login/login.routes.ts";
import { mountSessions } from "../../services/auth/src/sessions/sessions.routes.ts";
import { mountAdmin } from "../../services/content/src/admin/admin.routes.ts";
import { mountAudit } from "../../services/content/src/audit/audit.routes.ts";
import { mountDescription } from "../../services/content/src/docs/openapi.routes.ts";
import { mountEvents } from "../../services/content/src/events/events.routes.ts";
import { mountJobs } from "../../services/content/src/jobs/jobs.routes.ts";
import { mountSettings } from "../../services/content/src/admin/settings.routes.ts";
import { mountScheduleList } from "../../services/content/src/schedules/schedule.routes.ts";
import { mountWebhooks } from "../../services/content/src/webhooks/webhooks.routes.ts";
import { mountSearch } from "../../services/search/src/app.ts";
import site from "../clients/site.config.ts";

type Mount = (router: Parameters<typeof mountSearch>[0], ports: never) => void;

const MOUNTS: Readonly<Record<string, readonly Mount[]>> = {
  asset: [mountDirect, mountServe, mountUpload],
  auth: [mountAddresses, mountApiKeys, mountIdentify, mountLogin, mountSessions],
  content: [mountAdmin, mountAudit, mountDescription, mountEvents, mountJobs, mountScheduleList, mountSettings, mountWebhooks],
  search: [mountSearch],
};
/** The files of the API explorer, which are not part of the API. */
const UNDESCRIBED = /^\/docs\//;

/** The paths that these functions mount, in the notation of the route table. */
function pathsOf(mounts: readonly Mount[]): string[] {
  const paths: string[] = [];
  const router = { all: (path: string) => void paths.push(path.replaceAll(/:(\w+)/g, "{$1}")) };
  const result = validateConfig(site);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const schema = compileSchema(result.config);
  for (const mount of mounts)
    mount(router as never, { schema, config: schema.config, engine: createEngine(schema), database: {} } as never);
  return paths.filter((path) => !UNDESCRIBED.test(path)).toSorted();
}

test.each(Object.entries(MOUNTS))("the service %s serves its rows of the table of routes, and no other fixed path", (service, mounts) => {
  const rows = [...Object.values<Pick<Route, "path" | "upstream">>(routes), identify].filter(({ upstream }) => upstream === service);

  expect(pathsOf(mounts)).toEqual(rows.map(({ path }) => path).toSorted());
});
