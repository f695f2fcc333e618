/** The types of answers in the client and the admin page are those of the API's shapes. This must compile; it is never run. */
import type { CodeRequested, jsonPatch, presence, preview, schedule, SessionUser, usage, versionOf, versionSummary } from "@colophon/api";
import type { Caller, Client, ConfigShape, EntityShape, PlannedSchedule, Present, Schedule, Usage, Version } from "@colophon/client";
import type { z } from "zod";
import type { AdminConfig, AdminEntity, EntityCan, ImageSize, Role } from "../../admin/src/api/admin-entities.ts";
import type { adminConfig } from "../../api/src/shapes/admin-config.ts";
import type { plannedSchedule } from "../../api/src/shapes/schedules.ts";
import type { caller } from "../../api/src/shapes/sign-in.ts";
import type { Draft, PatchStep, Preview } from "../../client/src/drafts.ts";

type OptionalKey<T> = { [K in keyof T]-?: undefined extends T[K] ? K : object extends Pick<T, K> ? K : never }[keyof T];
type Values<T> = { [K in keyof T]-?: Value<Exclude<T[K], undefined>> };
type Value<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]: Exclude<T[K], undefined> } : T;
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** The same members, of which the same can be missing. */
type Same<A, B> = [Equal<Values<A>, Values<B>>, Equal<OptionalKey<A>, OptionalKey<B>>] extends [true, true] ? true : false;
type Answer<Method extends keyof Client<ConfigShape>> = Client<ConfigShape>[Method] extends (...args: never) => Promise<infer Data>
  ? Data
  : never;
type OneVersion = Awaited<ReturnType<Draft<EntityShape>["version"]>>;

export const CLIENT: readonly [
  Same<Usage, z.output<typeof usage>>,
  Same<Present, z.output<typeof presence>[number]>,
  Same<Preview, z.output<typeof preview>>,
  Same<Schedule, z.output<typeof schedule>>,
  Same<PlannedSchedule, z.output<typeof plannedSchedule>>,
  Same<Version, z.output<typeof versionSummary>>,
  Same<Omit<OneVersion, "data">, Omit<z.output<ReturnType<typeof versionOf>>, "data">>,
  Equal<keyof OneVersion, keyof z.output<ReturnType<typeof versionOf>>>,
  Same<PatchStep, z.output<typeof jsonPatch>[number]>,
  Same<Answer<"me">, z.output<typeof caller>>,
  Equal<Caller["user"], SessionUser | null>,
  Same<Answer<"requestCode">, CodeRequested>,
  Same<Answer<"requestEmailChange">, CodeRequested>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true];

type Described = z.output<typeof adminConfig>;
type Entity = Described["entities"][number];
/** What the page knows better than the shapes, which take any options of the configuration. */
type Configured = "fields" | "admin" | "unique" | "permissions" | "images" | "roles" | "entities" | "builtIns" | "locales";

export const ADMIN: readonly [
  Same<EntityCan, Entity["can"]>,
  Same<Omit<AdminEntity, Configured>, Omit<Entity, Configured>>,
  Equal<keyof AdminEntity, keyof Entity>,
  Same<Omit<Role, Configured>, Omit<Described["roles"][number], Configured>>,
  Same<Omit<AdminConfig, Configured>, Omit<Described, Configured | "openapi">>,
  Equal<keyof AdminConfig, Exclude<keyof Described, "openapi">>,
  Equal<keyof AdminConfig["images"], keyof Described["images"]>,
  Equal<keyof ImageSize, keyof Described["images"]["preview"]>,
] = [true, true, true, true, true, true, true, true];
