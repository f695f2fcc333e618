/** The project's custom routes, with the names, methods and handlers of its configuration. */
import type { ConfigShape } from "./config-shape.ts";
import type { Connection } from "./connection.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Routes<C extends ConfigShape> = C extends { readonly customRoutes: readonly (infer Route)[] } ? Route : never;
type MethodIn<Route> = Route extends { readonly method: infer Given extends Method } ? Given : "GET";

/** The names of custom routes. */
export type CustomName<C extends ConfigShape> = Routes<C> extends { readonly name: infer Name extends string } ? Name : never;
type RouteNamed<C extends ConfigShape, Name> = Extract<Routes<C>, { readonly name: Name }>;
/** The methods of a route. */
export type CustomMethod<C extends ConfigShape, Name> = MethodIn<RouteNamed<C, Name>>;
type RouteOf<C extends ConfigShape, Name, Asked> =
  RouteNamed<C, Name> extends infer Route ? (Route extends unknown ? (Asked extends MethodIn<Route> ? Route : never) : never) : never;

/** The return value of the handler, as JSON; unknown if it returns a `Response`. */
export type CustomAnswer<C extends ConfigShape, Name, Asked> =
  RouteOf<C, Name, Asked> extends { readonly handler: (...given: never[]) => infer Result }
    ? Awaited<Result> extends Response
      ? unknown
      : Awaited<Result>
    : unknown;

export interface CustomOptions<Asked> {
  /** Default: GET. */
  readonly method?: Asked;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; a FormData unchanged. */
  readonly body?: unknown;
}

/** Options are optional for a route with GET; any other method must be given. */
export type CustomArguments<C extends ConfigShape, Name, Asked> =
  "GET" extends CustomMethod<C, Name> ? [options?: CustomOptions<Asked>] : [options: CustomOptions<Asked> & { readonly method: Asked }];

/** Calls a custom route. @returns the JSON of the answer, or its text if it is not JSON */
export function callCustom(
  connection: Connection,
  name: string,
  { method, query = {}, body }: CustomOptions<Method> = {},
): Promise<unknown> {
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] => (value === undefined ? [] : [[key, String(value)]]));
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
  return connection.any(`/api/custom/${encodeURIComponent(name)}${search}`, { body, ...(method && { method }) });
}
