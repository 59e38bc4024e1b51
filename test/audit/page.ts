import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.ts";
import { ethers } from "../helpers/fixture.ts";
import { duel } from "./helpers/duelCommand.ts";
import { TestNode } from "./helpers/node.ts";
import { World } from "./helpers/world.ts";

const PROJECT = join(import.meta.dirname, "../..");

describe("the verifier page, opened from disk with the network off", () => {
  let browser: Browser;
  let page: Page;
  let node: TestNode;
  let folder: string;
  let record: string;
  let receipt: object;
  let pageUrl: string;
  const requests: string[] = [];
  const errors: string[] = [];

  before(async function () {
    this.timeout(120_000);
    const executablePath = findChromium();
    if (executablePath === null) {
      console.log("      Skipped: no Chromium here (apt-get install chromium, or set CHROMIUM_PATH).");
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "verifier-"));
    const file = join(folder, "verifier.html");
    execFileSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "scripts/buildVerifier.ts", file],
      {
        cwd: PROJECT,
      },
    );
    pageUrl = pathToFileURL(file).href;

    const world = await World.create();
    const id = (await world.play("fought")).toString();
    node = await TestNode.start();
    const address = await world.game.duel.getAddress();
    record = (await duel(["export", id, "--rpc", node.url, "--duel", address])).stdout;
    const { ended } = JSON.parse(record) as { ended: { transaction: string } };
    receipt = (await ethers.provider.send("eth_getTransactionReceipt", [ended.transaction])) as object;
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  });
  after(async () => {
    await browser?.close();
    await node?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  beforeEach(async () => {
    const context = await browser.newContext({ offline: true, viewport: { width: 390, height: 844 } });
    page = await context.newPage();
    requests.length = 0;
    errors.length = 0;
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => errors.push(message.text()));
    await page.goto(pageUrl);
  });
  afterEach(async () => {
    expect(errors).to.deep.equal([]);
    expect(requests).to.deep.equal([pageUrl]);
    await page.context().close();
  });

  const check = async (text: string) => {
    await page.fill("#text", text);
    await page.click("#check");
    return page.textContent("#verdict");
  };
  const lines = () => page.$$eval("#checks li", (items) => items.map((item) => item.textContent));

  it("gives a record that was dropped the verdict of the command line, line for line", async () => {
    const transfer = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "record.json"));
      return data;
    }, record);
    await page.dispatchEvent("#drop", "drop", { dataTransfer: transfer });
    await page.waitForSelector("#verdict[data-status=good]");
    const { stdout } = await duel(["verify", "-"], record);
    const [title, ...rest] = stdout.trimEnd().split("\n");
    expect(await page.textContent("#game")).to.equal(title);
    expect(await page.textContent("#verdict")).to.equal(rest.pop());
    const squeezed = (line: string | null) => line!.replaceAll(/\s+/g, "");
    expect((await lines()).map(squeezed)).to.deep.equal(rest.map(squeezed));
  });

  it("takes a record from the file chooser", async () => {
    const file = join(folder, "record.json");
    writeFileSync(file, record);
    await page.setInputFiles("#file", file);
    await page.waitForSelector("#verdict[data-status=good]");
  });

  it("walks through the battle like --explain, word for word", async () => {
    expect(await check(record)).to.match(/^All good/);
    const shown = await page.$$eval("#steps > *", (steps) =>
      steps.flatMap((step) =>
        [...(step.children.length ? step.children : [step])].map((child) => child.textContent),
      ),
    );
    const { stdout } = await duel(["verify", "-", "--explain"], record);
    expect(shown.join("\n")).to.equal(stdout.slice(stdout.indexOf("\n\n") + 2).trimEnd());
  });

  it("names the turn and field of a record that was tampered with", async () => {
    const tampered = JSON.parse(record) as { turns: string };
    tampered.turns = `${tampered.turns.slice(0, 2)}02${tampered.turns.slice(4)}`;
    expect(await check(JSON.stringify(tampered))).to.match(/^Something differs/);
    const turns = (await lines()).find((line) => line!.includes("✘turns"));
    expect(turns).to.contain("turns[0].round: in turn 1 (round 1), the log says 2, computed 1");
  });

  it("checks the receipt of a reveal under a shipped mode", async () => {
    expect(await check(JSON.stringify({ jsonrpc: "2.0", id: 1, result: receipt }))).to.equal(
      "Nothing differs, but 1 of 5 checks could not be made.",
    );
    expect((await lines()).join("\n"))
      .to.match(/✔turnsall 17 fields/)
      .and.to.match(/✔winnerplayer [12], 0x/);
  });

  it("finds a log different under a mode that the game was not played in", async () => {
    await page.click("#terms summary");
    await page.selectOption("#mode", { label: "3: Siege" });
    expect(await check(JSON.stringify(receipt))).to.match(/^Something differs/);
  });

  it("takes the settings of another mode as JSON", async () => {
    await page.click("#terms summary");
    await page.fill("#custom", readFileSync(join(PROJECT, "game/modes/default.json"), "utf8"));
    expect(await check(JSON.stringify(receipt))).to.match(/^Nothing differs/);
  });

  describe("says in a line why it cannot check", () => {
    const cases: Record<string, [text: () => string, message: RegExp]> = {
      "a text that is not JSON": [() => "hello", /^Could not check: this is not JSON/],
      "a log without a fight": [
        () => "[]",
        /^Could not check: logs: 0; expected exactly one event GameFought/,
      ],
      "a log that was doubled": [
        () => {
          const { logs } = receipt as { logs: object[] };
          return JSON.stringify([...logs, ...logs]);
        },
        /exactly one event GameFought/,
      ],
      "a log that was cut": [
        () => {
          const { logs } = receipt as { logs: { topics: string[]; data: string }[] };
          return JSON.stringify(logs.map((log) => ({ ...log, data: log.data.slice(0, -64) })));
        },
        /logs\[0\]\.data: \d+; expected \d+ bytes \(GameFought\)/,
      ],
      "a log out of order": [
        () => JSON.stringify((receipt as { logs: object[] }).logs.toReversed()),
        /logs\[0\]: "PotSplit"; expected its place behind GameFought \(out of order\)/,
      ],
      "a log with an event of another game": [
        () => {
          const logs = structuredClone((receipt as { logs: { topics: string[] }[] }).logs);
          logs[1]!.topics[1] = `0x${"9".padStart(64, "0")}`;
          return JSON.stringify(logs);
        },
        /PotSplit\.gameId: "9"; expected game \d+/,
      ],
    };
    for (const [name, [text, message]] of Object.entries(cases)) {
      it(name, async () => expect(await check(text())).to.match(message));
    }
  });

  it("fits a phone's width, in light and in dark", async () => {
    await check(record);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).to.be.at.most(0);
      const shots = process.env.SEALED_DUEL_SHOTS;
      if (shots) await page.screenshot({ path: join(shots, `verifier-${colorScheme}.png`) });
      if (shots)
        await page.screenshot({ path: join(shots, `verifier-${colorScheme}-all.png`), fullPage: true });
    }
  });
});
