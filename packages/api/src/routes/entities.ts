/** The routes of a project's entities, below `/api/<entity>`. Their other properties are those of the area of content. */
import type { Method, Operation } from "../route.ts";

/** Each method with its id and, if it is the same for every entity, its summary. */
type Methods = Readonly<Partial<Record<Method, Pick<Operation, "id"> & Partial<Pick<Operation, "summary">>>>>;

export interface EntityRoute {
  readonly path: string;
  readonly methods: Methods;
  /** The time limit of the service, if it is longer than for other paths of entities. */
  readonly budgetMs?: number;
}

const ENTITY = "/api/{entity}";
const RECORD = `${ENTITY}/{id}`;

export const entityRoutes = {
  collection: { path: ENTITY, methods: { GET: { id: "list" }, POST: { id: "create" } } },
  /** The one record of a global. */
  global: { path: ENTITY, methods: { GET: { id: "get" }, PUT: { id: "update" }, PATCH: { id: "patch" }, DELETE: { id: "discard" } } },
  record: { path: RECORD, methods: { GET: { id: "get" }, PUT: { id: "update" }, PATCH: { id: "patch" }, DELETE: { id: "delete" } } },
  /** All of it is one transaction. */
  bulk: { path: `${ENTITY}/bulk`, methods: { POST: { id: "bulk", summary: "Apply one action to many records" } }, budgetMs: 10_000 },
  usages: { path: `${RECORD}/usages`, methods: { GET: { id: "usages", summary: "References to the record" } } },
  duplicate: { path: `${RECORD}/duplicate`, methods: { POST: { id: "duplicate", summary: "Duplicate the record" } } },
  /** Of translatable entities. */
  translate: { path: `${RECORD}/translate`, methods: { POST: { id: "translate", summary: "Copy the record into another language" } } },
  /** Of entities with a trash. */
  restore: { path: `${RECORD}/restore`, methods: { POST: { id: "restoreDeleted", summary: "Restore the record from the trash" } } },
} as const satisfies Readonly<Record<string, EntityRoute>>;

/** Of entities with versions: the path below a record, for each kind of entity. */
export const versionRoutes = {
  publish: below("publish", { POST: { id: "publish", summary: "Publish the draft" } }),
  unpublish: below("unpublish", { POST: { id: "unpublish", summary: "Unpublish" } }),
  schedule: below("schedule", {
    GET: { id: "getSchedule", summary: "The schedule" },
    POST: { id: "schedule", summary: "Publish or unpublish at a future time, with the caller's permissions" },
    DELETE: { id: "cancelSchedule", summary: "Cancel the schedule" },
  }),
  preview: below("preview", {
    POST: { id: "createPreview", summary: "Create a preview link for the draft" },
    DELETE: { id: "endPreviews", summary: "Revoke all preview links of the record" },
  }),
  versions: below("versions", { GET: { id: "versions", summary: "The history, newest first" } }),
  version: below("versions/{versionId}", { GET: { id: "version", summary: "One version, or the difference to another" } }),
  restore: below("versions/{versionId}/restore", { POST: { id: "restore", summary: "Restore a version as the draft" } }),
};

/** Of every entity, if there is an audit log. */
export const historyRoutes = below("history", { GET: { id: "history", summary: "Who changed what, newest first" } });

function below<const M extends Methods>(path: string, methods: M) {
  return { global: { path: `${ENTITY}/${path}`, methods }, collection: { path: `${RECORD}/${path}`, methods } };
}
