import type { IncomingMessage } from "node:http";
import { MAX_JSON_BYTES, unknownFields } from "@colophon/api";
import { isPlainObject } from "@colophon/model";
import { AppError, invalid } from "@colophon/model/errors";
import { isExact } from "./json-numbers.ts";

/** The maximum depth of nested arrays and objects. */
export const MAX_JSON_DEPTH = 64;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads and parses a request's JSON body, with any value.
 *
 * @returns undefined when the request has no body.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or VALIDATION_ERROR.
 */
export async function readJson(request: IncomingMessage, limitBytes = MAX_JSON_BYTES): Promise<unknown> {
  checkContentType(request);
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw new AppError("PAYLOAD_TOO_LARGE");

  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return undefined;
  if (!request.headers["content-type"]) throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send application/json");
  checkTokens(bytes);
  return parse(bytes);
}

/** Reads a JSON body that must be an object. @throws AppError as `readJson`, and VALIDATION_ERROR for any other value. */
export async function readObject(request: IncomingMessage, limitBytes = MAX_JSON_BYTES): Promise<Record<string, unknown>> {
  return toObject(await readJson(request, limitBytes));
}

/** As `readObject`, for bodies without required members: an empty body is an empty object. */
export async function readOptionalObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  return toObject((await readJson(request)) ?? {});
}

function toObject(value: unknown): Record<string, unknown> {
  if (!isPlainObject(value)) throw new AppError("VALIDATION_ERROR", "The body must be a JSON object");
  if (Object.hasOwn(value, "__proto__")) throw invalid(unknownFields(["__proto__"]));
  return value;
}

function checkContentType(request: IncomingMessage): void {
  const { "content-type": contentType, "content-encoding": encoding = "identity" } = request.headers;
  if (encoding.toLowerCase() !== "identity") throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body without Content-Encoding");
  if (contentType === undefined || contentType === "application/json") return;

  const [mediaType = "", ...parameters] = contentType.toLowerCase().split(";");
  if (mediaType.trim() !== "application/json") throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send application/json");
  for (const parameter of parameters) {
    const [name = "", value = ""] = parameter.split("=");
    const isForeign = name.trim() === "charset" && !/^"?utf-?8"?$/.test(value.trim());
    if (isForeign) throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send JSON in UTF-8");
  }
}

function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) return reject(new AppError("PAYLOAD_TOO_LARGE")); // the rest is discarded
      chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const refuse = (cause?: unknown): void => reject(new AppError("VALIDATION_ERROR", "The body is incomplete", { cause }));
    request.on("error", refuse);
    request.on("close", () => void (request.complete || refuse())); // creating an error takes a stack trace: not after each request
  });
}

/** Scans the bytes before the parser, which could overflow the stack or round a number. */
function checkTokens(bytes: Buffer): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
      if (++depth > MAX_JSON_DEPTH) throw new AppError("VALIDATION_ERROR", `The body is nested deeper than ${MAX_JSON_DEPTH} levels`);
    } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) depth--;
    else if (isDigit(byte)) i = checkNumber(bytes, i);
  }
}

/** @returns the index of the number's last byte. */
function checkNumber(bytes: Buffer, start: number): number {
  let end = start + 1;
  let [hasPoint, hasExponent] = [false, false];
  for (let byte = bytes[end]; byte !== undefined && isInNumber(byte); byte = bytes[++end]) {
    hasPoint ||= byte === POINT;
    hasExponent ||= byte >= LETTER;
  }
  const length = bytes[start] === ZERO ? end - start - 1 : end - start;
  const isShort = length < SAFE_LENGTH || (hasPoint && length <= SAFE_FRACTION && bytes[end - 1] !== ZERO);
  if (isShort && !hasExponent) return end - 1;
  const text = bytes.toString("latin1", start, end);
  if (!isExact(text)) throw new AppError("VALIDATION_ERROR", `The number ${text.slice(0, MAX_ECHO)} can't be stored exactly`);
  return end - 1;
}

/** A sign in front of a number does not change its digits. */
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isInNumber = (byte: number): boolean =>
  isDigit(byte) || byte === POINT || byte === 0x2b || byte === 0x2d || byte === 0x45 || byte === 0x65;
const [ZERO, POINT, LETTER] = [0x30, 0x2e, 0x41];
/** Up to this many digits are always represented; and 17 with a decimal point, if the last is not zero. */
const SAFE_LENGTH = 15;
const SAFE_FRACTION = 18;
const MAX_ECHO = 40;

const [QUOTE, BACKSLASH, BRACE_OPEN, BRACE_CLOSE, BRACKET_OPEN, BRACKET_CLOSE] = Buffer.from('"\\{}[]');

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new AppError("VALIDATION_ERROR", cause instanceof SyntaxError ? "The body is not valid JSON" : "The body is not valid UTF-8", {
      cause,
    });
  }
}
