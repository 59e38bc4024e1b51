import { expect } from "chai";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.ts";
import { ended, startDuel } from "../helpers/labCommand.ts";

const PHONE = { width: 390, height: 844 };
/** A4 less margins of 1.5 cm, in CSS pixels. */
const PAPER = { width: 680, height: 1_009 };

const PAGES: Readonly<Record<string, readonly string[]>> = {
  "report.html": ["report", "siege", "--fights", "8192"],
  "compare.html": ["compare", "default", "blitz", "--on", "first", "--fights", "8192"],
  "sensitivity.html": ["sensitivity", "default", "--goal", "gas", "--fights", "512"],
  "meta.html": ["meta", "default", "--teams", "12", "--search", "1", "--fights", "8192"],
  "tune.html": [
    "tune",
    "default",
    "--goal",
    "length<=37",
    "first<=70%",
    "--vary",
    "healthValues",
    "--step-fights",
    "4096",
    "--fights",
    "4096",
  ],
};

describe("The lab's pages", function () {
  this.timeout(120_000);
  let folder: string;
  let browser: Browser;

  before(async function () {
    const executablePath = findChromium();
    if (executablePath === null) {
      console.log("      Skipped: no Chromium here (apt-get install chromium, or set CHROMIUM_PATH).");
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "duel-pages-"));
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  });
  after(async function () {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  for (const [file, args] of Object.entries(PAGES)) {
    it(`fit on a phone and on paper, with named axes: ${file}`, async function () {
      const { code, err } = await ended(startDuel(folder, ["lab", ...args, "--out", file]));
      expect(code, err).to.equal(0);
      const page = await browser.newPage({ viewport: PHONE });
      await page.goto(pathToFileURL(join(folder, file, file)).href);
      // Strings, as they run in the page.
      const width = () => page.evaluate<number>("document.documentElement.scrollWidth");
      const cut = () =>
        page.evaluate<string[]>(
          `[...document.querySelectorAll("svg text")].filter((text) => {
            const { left, right } = text.getBoundingClientRect();
            return left < 0 || right > innerWidth;
          }).map((text) => text.textContent)`,
        );
      expect(await width()).to.equal(PHONE.width);
      expect(await cut()).to.deep.equal([]);
      const plots = await page.locator("svg").count();
      expect(plots).to.be.above(0);
      expect(await page.locator("svg:has([aria-label$='axis label'])").count()).to.equal(plots);

      await page.setViewportSize(PAPER);
      await page.emulateMedia({ media: "print" });
      expect(await width()).to.equal(PAPER.width);
      expect(await cut()).to.deep.equal([]);
      await page.close();
    });
  }
});
