import { expect, test } from "@jest/globals";
import { deviceOf } from "../../src/account/device.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36`, "Chrome · Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`, "Edge · Windows"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox · Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15", "Safari · macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Mobile/15E148 Safari/604.1", "Chrome · iOS"],
  [`Mozilla/5.0 (Linux; Android 16) ${WEBKIT} SamsungBrowser/30.0 Chrome/150.0 Mobile Safari/537.36`, "Samsung Internet · Android"],
  ["curl/8.14.1", "curl/8.14.1"],
  ["", ""],
])("%s is shown as %s", (userAgent, shown) => {
  expect(deviceOf(userAgent)).toBe(shown);
});
