import sharp from "sharp";

const WIDTH = 1_500;
const HEIGHT = 1_000;
const HILLS = 4;
/** The width of the picture. */
const SMALL = 900;

/** Draws a landscape. Each number results in a different one. */
export function landscape(number: number): Promise<Buffer> {
  const hue = (number * 47) % 360;
  const [sunX, sunY] = [200 + ((number * 331) % 1_100), 180 + ((number * 97) % 260)];
  const hills = Array.from({ length: HILLS }, (_, at) => {
    const light = 62 - at * 14;
    return `<path d="${ridge(number, at)}" fill="hsl(${(hue + 30 + at * 12) % 360} ${28 + at * 6}% ${light}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 55% 58%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 80% 88%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${sunX}" cy="${sunY}" r="${60 + ((number * 13) % 50)}" fill="hsl(${(hue + 60) % 360} 95% 90%)"/>
    ${hills.join("")}
  </svg>`;
  return sharp(Buffer.from(svg)).resize(SMALL).jpeg({ quality: 88 }).toBuffer();
}

/** The SVG path of a chain of hills and the area below it; a higher `at` is nearer. */
function ridge(number: number, at: number): string {
  const top = 420 + at * 130;
  const points = Array.from({ length: 31 }, (_, step) => {
    const x = (step * WIDTH) / 30;
    const y = top + 70 * Math.sin(step / (2.2 + at) + number * 1.7 + at) + 35 * Math.sin(step / 1.1 + number + at * 2);
    return `${x.toFixed(0)} ${y.toFixed(0)}`;
  });
  return `M0 ${HEIGHT} L${points.join(" L")} L${WIDTH} ${HEIGHT} Z`;
}
