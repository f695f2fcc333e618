import { expect, test } from "@jest/globals";
import { AREAS, identify, routes, type Policy, type Route } from "@colophon/api";
import { LIMITS } from "@colophon/database";

const served: [string, Pick<Policy, "budgetMs">][] = [
  ...Object.entries<Policy>(AREAS),
  ...Object.entries<Route>(routes).filter(([, { upstream }]) => upstream !== "gateway"),
  ["identify", identify],
];

test.each(served)("PostgreSQL cancels a statement of %s before the service's own time limit", (_name, { budgetMs }) => {
  const shortest = typeof budgetMs === "number" ? budgetMs : Math.min(budgetMs.read, budgetMs.write);

  expect(LIMITS.statementMs).toBeLessThanOrEqual(shortest);
});
