import { describe } from "@jest/globals";
import { hasBrowser } from "../../support/chromium.ts";

if (!hasBrowser) console.log("no browser: the tests of the admin page are left out");

/** Tests in a real browser; skipped if the machine has none. */
export const describeInBrowser = hasBrowser ? describe : describe.skip;
