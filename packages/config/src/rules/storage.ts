import { isPlainObject } from "@colophon/model";
import { FITS, FORMATS, MAX_QUALITY, MAX_SIDE } from "@colophon/api";
import * as z from "zod";
import type { IssuePath } from "../problems.ts";
import { readShape } from "../shape.ts";
import { quoteList, formatValue } from "../messages.ts";

const MAX_DERIVATIVES = 64;
const side = () => z.int().min(1).max(MAX_SIDE).optional();
const DERIVATIVE_SHAPE = z.strictObject({
  w: side(),
  h: side(),
  fit: z.enum(FITS).optional(),
  format: z.enum([...FORMATS, "auto"]).optional(),
  q: z.int().min(1).max(MAX_QUALITY).optional(),
  fp: z
    .string()
    .regex(
      /^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+),(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/,
      "Write the focal point as two numbers from 0 to 1, such as 0.5,0.25.",
    )
    .optional(),
});
const derivatives = z.array(z.unknown()).max(MAX_DERIVATIVES).optional();
const transforms = z.enum(["any", "named"]).optional();
const urlNamed = (name: string) =>
  z
    .string()
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), `Write ${name} as a URL such as https://s3.example.com.`);
const MINUTES_OF_A_WEEK = 7 * 24 * 60;
const publicUrls = {
  publicUrl: z
    .string()
    .refine(isPlainAddress, "Write publicUrl as the address of the CDN alone, such as https://cdn.example.com.")
    .optional(),
  signedUrlMinutes: z.int().min(1).max(MINUTES_OF_A_WEEK).optional(),
};
const STORAGE_SHAPES = {
  local: z.strictObject({ adapter: z.literal("local"), path: z.string().min(1).optional(), derivatives, transforms, ...publicUrls }),
  s3: z.strictObject({
    adapter: z.literal("s3"),
    bucket: z.string().min(1),
    region: z.string().min(1),
    accessKeyId: z.string().min(1),
    secretAccessKey: z.string().min(1),
    endpoint: urlNamed("endpoint").optional(),
    publicEndpoint: urlNamed("publicEndpoint").optional(),
    derivatives,
    transforms,
    ...publicUrls,
  }),
};

/** Paths follow it. */
function isPlainAddress(value: string): boolean {
  const { protocol, username, search, hash } = URL.parse(value) ?? {};
  return /^https?:$/.test(protocol ?? "") && username === "" && search === "" && hash === "" && !/[?#]$/.test(value);
}

/** The storage of uploads, and the image sizes that are made right after upload. */
export function checkStorage(storage: unknown, issuePath: IssuePath): void {
  if (!isPlainObject(storage))
    return issuePath.report(`Write { adapter: "local" } or { adapter: "s3", … } instead of ${formatValue(storage)}.`);
  const { adapter } = storage;
  if (adapter !== "local" && adapter !== "s3") {
    return issuePath
      .at("adapter")
      .report(`Use ${quoteList(["local", "s3"])}${adapter === undefined ? "" : ` instead of ${formatValue(adapter)}`}.`);
  }
  const read = readShape(STORAGE_SHAPES[adapter], storage, issuePath, `storage with the adapter ${adapter}`);
  const sizes = read?.derivatives ?? [];
  checkDerivatives(sizes, issuePath.at("derivatives"));
  if (read?.signedUrlMinutes !== undefined && read.publicUrl === undefined)
    issuePath.at("signedUrlMinutes").report("Set publicUrl too, or leave signedUrlMinutes out: only URLs behind it are signed.");
  if (read?.transforms === "named" && sizes.length === 0)
    issuePath.at("transforms").report("Name at least one size in storage.derivatives, or leave transforms out.");
}

function checkDerivatives(list: readonly unknown[], issuePath: IssuePath): void {
  const seen = new Map<string, number>();
  for (const [index, input] of list.entries()) {
    const read = readShape(DERIVATIVE_SHAPE, input, issuePath.at(index), "a derivative");
    if (read === null) continue;
    if (Object.keys(read).length === 0) {
      if (isPlainObject(input) && Object.keys(input).length === 0)
        issuePath.at(index).report('Say what to make, such as { w: 800, format: "webp" }.');
      continue;
    }
    const key = JSON.stringify(read); // its options are in the order of the shape
    const firstIndex = seen.get(key);
    if (firstIndex === undefined) seen.set(key, index);
    else issuePath.at(index).report(`Remove this derivative: ${issuePath.at(firstIndex).path} is the same.`);
  }
}
