import { afterAll, beforeAll } from "@jest/globals";
import { join } from "node:path";
import type { Answer, Client, Json } from "../support/client.ts";
import { takeTestSite } from "../support/kept-stack.ts";
import { startTestStack } from "../support/stack.ts";
import type { TestSite } from "../support/stack.ts";

/** The example site for one test file, as at its first start; with variables it is a stack of the file's own. */
export function useSite(variables?: Record<string, string>): { readonly stack: TestSite } {
  const configFile = join(import.meta.dirname, "site.config.ts");
  let stack: TestSite | undefined;
  beforeAll(async () => {
    stack = await (variables ? startTestStack({ configFile, variables }) : takeTestSite(configFile));
  });
  afterAll(async () => stack?.stop());
  return {
    get stack() {
      if (!stack) throw new Error("The site has not started");
      return stack;
    },
  };
}

/** Creates a record and gives it back. @throws when it was refused. */
export async function make(client: Client, entity: string, data: Record<string, unknown>): Promise<Json> {
  const answer = await client.post(`/api/${entity}`, data);
  if (answer.status !== 201) throw new Error(`POST /api/${entity} gave ${answer.status}: ${answer.text}`);
  return answer.data;
}

/** An error answer as one value to compare. */
export function refusal({ status, error }: Answer): { status: number; code: string; fields: string[] } {
  return { status, code: error?.code, fields: (error?.details ?? []).map(({ field }) => field).toSorted() };
}

/** An id that no record has. */
export const NOBODY = "0190a000-0000-7000-8000-000000000000";
