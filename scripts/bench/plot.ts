/** A series of a chart: points alone, or joined by a line. */
export interface Series {
  readonly name: string;
  readonly color: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly joined: boolean;
}

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly xScale: "linear" | "log";
  readonly series: readonly Series[];
}

const WIDTH = 760;
const HEIGHT = 420;
const MARGIN = { left: 84, right: 24, top: 56, bottom: 56 };
const TICKS = 6;

/** A chart as SVG text. Its background is white, so that it reads on any page. */
export function drawChart(chart: Chart): string {
  const points = chart.series.flatMap((series) => series.points);
  const isLog = chart.xScale === "log";
  const along = (x: number) => (isLog ? Math.log10(x) : x);
  const xs = points.map(([x]) => along(x));
  const xTicks = isLog
    ? decades(Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x)))
    : niceTicks(0, Math.max(...xs));
  const yTicks = niceTicks(0, Math.max(...points.map(([, y]) => y)));
  const xMin = isLog ? Math.min(...xs) : 0;
  const xMax = Math.max(along(xTicks.at(-1)!), ...xs);
  const yMax = yTicks.at(-1)!;
  const px = (x: number) =>
    MARGIN.left + ((along(x) - xMin) / (xMax - xMin)) * (WIDTH - MARGIN.left - MARGIN.right);
  const py = (y: number) => HEIGHT - MARGIN.bottom - (y / yMax) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const at = (x: number, y: number) => `${px(x).toFixed(1)} ${py(y).toFixed(1)}`;
  const left = MARGIN.left;
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;

  const grid = [
    ...yTicks.map(
      (y) =>
        `<path d="M${left} ${py(y).toFixed(1)}H${right}" stroke="#e3e7ec"/>` +
        `<text x="${left - 10}" y="${(py(y) + 4).toFixed(1)}" text-anchor="end">${shorten(y)}</text>`,
    ),
    ...xTicks.map(
      (x) => `<text x="${px(x).toFixed(1)}" y="${bottom + 20}" text-anchor="middle">${shorten(x)}</text>`,
    ),
    `<path d="M${left} ${bottom}H${right}" stroke="#8a94a3"/>`,
  ];
  const marks = chart.series.flatMap(({ points: own, color, joined }) => [
    joined
      ? `<path d="M${own.map(([x, y]) => at(x, y)).join("L")}" fill="none" stroke="${color}" stroke-width="2"/>`
      : "",
    ...own.map(
      ([x, y]) =>
        `<circle cx="${px(x).toFixed(1)}" cy="${py(y).toFixed(1)}" r="${joined ? 4 : 3}" fill="${color}" fill-opacity="${joined ? 1 : 0.55}"/>`,
    ),
  ]);
  const legend = chart.series.map(
    ({ name, color }, i) =>
      `<circle cx="${left + 8 + i * 200}" cy="44" r="5" fill="${color}"/><text x="${left + 20 + i * 200}" y="48">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="#4a5563">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
<text x="${left}" y="24" font-size="15" font-weight="700" fill="#1c2430">${chart.title}</text>
${[...legend, ...grid, ...marks].filter(Boolean).join("\n")}
<text x="${(left + right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${chart.xLabel}</text>
<text transform="translate(18 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${chart.yLabel}</text>
</svg>
`;
}

/** Round numbers from `min` to at least `max`: steps of 1, 2 or 5 times a power of ten. */
function niceTicks(min: number, max: number): number[] {
  const rough = (max - min) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!;
  const ticks = [min];
  while (ticks.at(-1)! < max) ticks.push(ticks.at(-1)! + step);
  return ticks;
}

function decades(min: number, max: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.round(Math.log10(min)); power <= Math.round(Math.log10(max)); power++)
    ticks.push(10 ** power);
  return ticks;
}

function shorten(value: number): string {
  if (value >= 1e6) return `${+(value / 1e6).toFixed(2)}M`;
  if (value >= 1e3) return `${+(value / 1e3).toFixed(1)}k`;
  return String(value);
}
