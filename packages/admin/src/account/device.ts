type Named = readonly (readonly [name: string, sign: RegExp])[];

/** The first that fits: most browsers name those before them too. */
const BROWSERS: Named = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: Named = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** `Firefox · Windows` of what a browser says it is; other programs as they name themselves. */
export function deviceOf(userAgent: string): string {
  const nameIn = (all: Named) => all.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = nameIn(BROWSERS);
  return browser === undefined ? userAgent : [browser, nameIn(SYSTEMS)].filter(Boolean).join(" · ");
}
