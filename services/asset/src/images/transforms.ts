import { createHash } from "node:crypto";
import { focalPoint, problemsOf, transformQuery, type Fit, type Format, type TransformQuery } from "@colophon/api";
import type { DerivativeDefinition } from "@colophon/config";
import { invalid } from "@colophon/model/errors";

/** The parameters of a transform, as the caller sent them; null if one is missing. */
export type TransformParameters = { readonly [Name in keyof TransformQuery]-?: NonNullable<TransformQuery[Name]> | null };

/** A transform with all values set. Transforms that produce the same picture are equal. */
export interface Transform {
  readonly w: number | null;
  readonly h: number | null;
  readonly fit: Fit;
  readonly focus: readonly [number, number] | null;
  readonly format: Format;
  readonly q: number;
}

/** The data of an image's record that a transform depends on. */
export interface ImageFacts {
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly focus: readonly [number, number] | null;
}

const MAX_AVIF_WIDTH = 2_560;
const DEFAULT_QUALITY: Readonly<Record<Format, number>> = { webp: 80, jpeg: 80, png: 80, avif: 50 };
/** Incremented when the same transform begins to produce other bytes. */
const GENERATION = 3;

/**
 * The transform in a query string, or null if there is none; unknown parameters are ignored. @throws VALIDATION_ERROR naming every wrong
 * parameter.
 */
export function parseTransform(search: string): TransformParameters | null {
  const query = new URLSearchParams(search);
  const names = Object.keys(transformQuery.shape).filter((name) => query.has(name));
  if (names.length === 0) return null;
  const { error, data } = transformQuery.safeParse(Object.fromEntries(names.map((name) => [name, query.get(name)])));
  const wrong = error ? problemsOf(error) : [];
  const problemOf = (name: string) =>
    query.getAll(name).length > 1 ? "must not be repeated" : wrong.find(({ field }) => field === name)?.message;
  const problems = names.flatMap((field) => {
    const message = problemOf(field);
    return message === undefined ? [] : [{ field, message }];
  });
  if (problems.length > 0) throw invalid(problems, "The transform is not valid");
  const { w = null, h = null, fit = null, format = null, q = null, fp = null } = data ?? {};
  return { w, h, fit, format, q, fp };
}

/** Sets the missing values. `auto` and a missing format depend on the caller's `Accept` header and on the original. */
export function resolveTransform(parameters: TransformParameters, image: ImageFacts, accept: string): Transform {
  const format = parameters.format === "auto" ? negotiated(accept, image.mimeType) : (parameters.format ?? ownFormat(image.mimeType));
  const { w, h } = sidesOf(parameters, image, format);
  const isBoth = parameters.w !== null && parameters.h !== null;
  const fit = fitOf(parameters.fit, isBoth, w === null && h === null);
  const focus = fit === "cover" && isBoth ? rounded(parameters.fp ?? image.focus) : null;
  return { w, h, fit, focus, format, q: format === "png" ? DEFAULT_QUALITY.png : (parameters.q ?? DEFAULT_QUALITY[format]) };
}

/** With one side, or none, most values of `fit` have the same effect. */
function fitOf(fit: Fit | null, isBoth: boolean, isNone: boolean): Fit {
  if (isBoth) return fit ?? "cover";
  return fit === "fill" && !isNone ? "fill" : "inside";
}

type Sides = Pick<Transform, "w" | "h">;

/** Images are never enlarged; AVIF takes long, so its width is limited. */
function sidesOf({ w, h, fit }: TransformParameters, image: ImageFacts, format: Format): Sides {
  const sides = w !== null && h !== null ? withinImage({ w, h }, fitOf(fit, true, false), image) : shortening({ w, h }, image);
  return format === "avif" ? boundedSides(sides, fit, image) : sides;
}

function shortening({ w, h }: Sides, image: ImageFacts): Sides {
  const isWider = w !== null && image.width !== null && w >= image.width;
  const isHigher = h !== null && image.height !== null && h >= image.height;
  return { w: isWider ? null : w, h: isHigher ? null : h };
}

/** A box that is larger than the image is scaled down, with its own aspect ratio. */
function withinImage({ w, h }: { readonly w: number; readonly h: number }, fit: Fit, { width, height }: ImageFacts): Sides {
  if (width === null || height === null || (fit !== "cover" && fit !== "contain")) return { w, h };
  const growth = fit === "cover" ? Math.max(w / width, h / height) : Math.min(w / width, h / height);
  return scaled(w, h, 1 / Math.max(1, growth));
}

function boundedSides({ w, h }: Sides, fit: Fit | null, image: ImageFacts): Sides {
  if (w === null || h === null) return { w: (w ?? image.width ?? Infinity) > MAX_AVIF_WIDTH ? MAX_AVIF_WIDTH : w, h };
  const isOutside = fit === "outside" && image.width !== null && image.height !== null;
  const widest = isOutside ? Math.max(w, (h * (image.width ?? 0)) / (image.height ?? 1)) : w;
  return scaled(w, h, Math.min(1, MAX_AVIF_WIDTH / widest));
}

function scaled(w: number, h: number, by: number): Sides {
  return { w: Math.max(1, Math.round(w * by)), h: Math.max(1, Math.round(h * by)) };
}

function negotiated(accept: string, mimeType: string): Format {
  const accepted = accept.toLowerCase();
  if (/image\/avif(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "avif";
  if (/image\/webp(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "webp";
  const own = ownFormat(mimeType);
  return own === "jpeg" || mimeType === "image/avif" ? "jpeg" : "png";
}

function ownFormat(mimeType: string): Format {
  if (mimeType === "image/png" || mimeType === "image/apng") return "png";
  if (mimeType === "image/avif") return "avif";
  return mimeType === "image/webp" || mimeType === "image/gif" ? "webp" : "jpeg";
}

function rounded(focus: readonly [number, number] | null): readonly [number, number] | null {
  return focus && [Math.round(focus[0] * 1_000) / 1_000, Math.round(focus[1] * 1_000) / 1_000];
}

/** The name of a transform: 22 characters that are derived from its values. */
export function keyOfTransform(transform: Transform): string {
  const { w, h, fit, focus, format, q } = transform;
  return createHash("sha256")
    .update(JSON.stringify([GENERATION, w, h, fit, focus, format, q]))
    .digest("hex")
    .slice(0, 24);
}

/** The transforms of a configured derivative: two if the format depends on the browser. */
export function transformsOf(definition: DerivativeDefinition, image: ImageFacts): readonly Transform[] {
  return resolvedFor(definition, image, definition.format === "auto" ? ["image/avif", "image/webp"] : [""]);
}

/** Returns the names of all transforms of an image that correspond to configured derivatives. */
export function createNamedKeys(definitions: readonly DerivativeDefinition[]) {
  const known = new WeakMap<ImageFacts, ReadonlySet<string>>();
  return (image: ImageFacts): ReadonlySet<string> => {
    const keys =
      known.get(image) ??
      new Set(definitions.flatMap((definition) => resolvedFor(definition, image, ["image/avif", "image/webp", ""])).map(keyOfTransform));
    known.set(image, keys);
    return keys;
  };
}

function resolvedFor(definition: DerivativeDefinition, image: ImageFacts, accepts: readonly string[]): readonly Transform[] {
  const { w = null, h = null, fit = null, format = null, q = null, fp } = definition;
  const parameters: TransformParameters = { w, h, fit, format, q, fp: focalPoint.safeParse(fp).data ?? null };
  return accepts.map((accept) => resolveTransform(parameters, image, accept));
}
