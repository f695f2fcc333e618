import { AppError } from "@colophon/model/errors";
import { compile, createEngine, parseQuery } from "../../src/index.ts";
import type { Principal, Statement } from "../../src/index.ts";
import { schema } from "./magazine.ts";

/** The statement of a list. */
export function listOf(principal: Principal, entity: string, search: string): Statement {
  return compile(createEngine(schema).as(principal).list(entity, parseQuery(search)));
}

/** The error of a refused action. */
export function refusalOf(action: () => unknown): Pick<AppError, "code" | "message" | "details"> {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
    throw error;
  }
  throw new Error("was not refused");
}
