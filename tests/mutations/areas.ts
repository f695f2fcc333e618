/** Rules whose tests must notice any change of them. */
export interface Area {
  readonly name: string;
  readonly sources: readonly string[];
  /** The tests that must fail, the quick and likely ones first; patterns as Jest takes them. */
  readonly tests: readonly string[];
}

const engineTests = (...names: string[]) => names.map((name) => `packages/engine/test/${name}.test.ts`);

const CONFIG_TESTS = [
  "validate",
  "reverse",
  "taken",
  "built-ins",
  "plugins",
  "admin",
  "cron-parser",
  "defaults",
  "job-times",
  "messages",
  "webhooks",
];

export const AREAS: readonly Area[] = [
  {
    name: "permissions",
    sources: [
      "packages/engine/src/permissions/permissions.ts",
      "packages/engine/src/permissions/built-in-rules.ts",
      "packages/engine/src/permissions/roles.ts",
      "packages/engine/src/plan/access.ts",
      "packages/runtime/src/http/require-caller.ts",
    ],
    tests: [
      ...engineTests(
        "permissions",
        "filter-readers",
        "asset-urls",
        "hidden",
        "read-plans",
        "pipeline",
        "write-.*",
        "drafts",
        "history",
        "trash",
      ),
      "packages/runtime/test/serve.test.ts",
    ],
  },
  {
    name: "filters",
    sources: [
      "packages/engine/src/sql/operators.ts",
      ...["contract", "nested", "operand", "own-field", "owners", "plan"].map((name) => `packages/engine/src/plan/filter/${name}.ts`),
      ...["nested-column", "visible"].map((name) => `packages/engine/src/views/${name}.ts`),
    ],
    tests: [
      ...engineTests(
        "read-plans",
        "filter-.*",
        "event-access",
        "exact-reads",
        "trash",
        "queries",
        "hidden",
        "operators",
        "reads-on-postgres",
      ),
      "services/content/test/(draft-filters|element-filters|nested-references|owner-filters|reverse).test.ts",
    ],
  },
  {
    name: "event access",
    sources: ["packages/engine/src/events/event-access.ts", "packages/engine/src/events/subscriptions.ts"],
    tests: engineTests("event-access", "subscriptions"),
  },
  {
    name: "event access",
    sources: ["services/content/src/events/visible-events.ts"],
    tests: ["services/content/test/visible-events.test.ts"],
  },
  {
    name: "outcomes",
    sources: ["packages/engine/src/rows.ts", "packages/engine/src/sql/write/outcome.ts", "packages/engine/src/trash/freed-fields.ts"],
    tests: [
      ...engineTests("write-.*", "drafts", "draft-model", "trash", "freed-fields", "constraints", "outcomes"),
      "services/content/test/(audit|trash-removal|translated-globals).test.ts",
    ],
  },
  {
    name: "conditional requests",
    sources: ["packages/runtime/src/http/conditions.ts", "packages/runtime/src/http/expected-version.ts"],
    tests: ["packages/runtime/test/conditions.test.ts", "packages/runtime/test/expected-version.test.ts"],
  },
  {
    name: "limits",
    sources: ["gateway/src/connections/slow-guard.ts"],
    tests: ["slow-guard.test.ts", "excess.test.ts", "slow-readers.slow.test.ts"].map((name) => `gateway/test/${name}`),
  },
  {
    name: "limits",
    sources: [
      "gateway/src/limits/buckets.ts",
      "gateway/src/limits/concurrency-limiter.ts",
      "gateway/src/requests/excess.ts",
      "gateway/src/requests/read-body.ts",
    ],
    tests: ["buckets", "concurrency-limiter", "read-body", "excess", "rate-limit"].map((name) => `gateway/test/${name}.test.ts`),
  },
  { name: "limits", sources: ["packages/api/src/lookup.ts"], tests: ["packages/api/test/lookup.test.ts"] },
  {
    name: "limits",
    sources: ["packages/runtime/src/rate-limits/rate-limit-memory.ts", "packages/runtime/src/rate-limits/rate-limit.ts"],
    tests: ["packages/runtime/test/rate-limit.test.ts"],
  },
  {
    name: "configuration rules",
    sources: [
      "job-times",
      "messages",
      "plugins/apply",
      "plugins/parts",
      "problems",
      "rules/accepted-media",
      "rules/admin/admin-entity",
      "rules/admin/admin-field",
      "rules/admin/admin-paths",
      "rules/admin/admin-site",
      "rules/catalog",
      "rules/entities",
      "rules/field-shapes",
      "rules/fields",
      "rules/filters",
      "rules/indexes",
      "rules/jobs",
      "rules/name-lists",
      "rules/names",
      "rules/paths",
      "rules/read-fields",
      "rules/read-reverses",
      "rules/reverse",
      "rules/rich-text",
      "rules/roles",
      "rules/site",
      "rules/slugs",
      "rules/storage",
      "rules/values",
      "rules/webhooks",
      "shape",
      "validate",
    ].map((name) => `packages/config/src/${name}.ts`),
    tests: CONFIG_TESTS.map((name) => `packages/config/test/${name}.test.ts`),
  },
  { name: "dates", sources: ["packages/model/src/values/dates.ts"], tests: ["packages/model/test/field-types.test.ts"] },
];
