import { eventually } from "../../support/eventually.ts";
import { measureOption, type Option } from "../option-cost.ts";
import { runSql } from "../site.ts";
import type { Suite } from "../suite.ts";

const UNSEALED = "select from cms.audit a where not exists (select from cms.audit_seals s where s.seq = a.seq) limit 1";
const LOG: Option = {
  name: "the log",
  configs: { with: "bench.config.ts", without: "audit/without-audit.config.ts" },
  async begin({ stack }) {
    const isSealed = async () => (await runSql(stack.databaseUrl, [UNSEALED])).length === 0;
    await eventually(isSealed, { what: "all rows are sealed" });
  },
};

/** The sealing of the log is included. */
export const audit: Suite = {
  name: "audit",
  shows: "the processor time of writes with the audit log, beside a site without it",
  isExtra: true,
  run: (options) => measureOption(LOG, options),
};
