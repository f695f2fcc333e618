import { afterAll, beforeAll } from "@jest/globals";
import { join } from "node:path";
import type { Answer, Client, Json } from "../support/http/client.ts";
import { leaseTestSite } from "../support/stack/leased-site.ts";
import { startTestStack } from "../support/stack/stack.ts";
import type { TestSite } from "../support/stack/stack.ts";

/** The site of `site.config.ts` for one test file, with the data of its first start. With variables, a separate stack is started. */
export function useSite(variables?: Record<string, string>): { readonly stack: TestSite } {
  const configFile = join(import.meta.dirname, "site.config.ts");
  let stack: TestSite | undefined;
  beforeAll(async () => {
    stack = await (variables ? startTestStack({ configFile, variables }) : leaseTestSite(configFile));
  });
  afterAll(async () => stack?.stop());
  return {
    get stack() {
      if (!stack) throw new Error("The site has not started");
      return stack;
    },
  };
}

/** Creates a record. @returns the record. @throws Error if the request is refused */
export async function make(client: Client, entity: string, data: Record<string, unknown>): Promise<Json> {
  const answer = await client.post(`/api/${entity}`, data);
  if (answer.status !== 201) throw new Error(`POST /api/${entity} gave ${answer.status}: ${answer.text}`);
  return answer.data;
}

/** Status, code and fields of an error answer, for comparisons. */
export function refusal({ status, error }: Answer): { status: number; code: string; fields: string[] } {
  return { status, code: error?.code, fields: (error?.details ?? []).map(({ field }) => field).toSorted() };
}

/** An id that no record has. */
export const NOBODY = "0190a000-0000-7000-8000-000000000000";
