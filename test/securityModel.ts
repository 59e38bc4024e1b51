import { existsSync, readFileSync } from "node:fs";
import { expect } from "chai";

const page = readFileSync(new URL("../docs/SECURITY-MODEL.md", import.meta.url), "utf8");
const rows = page.split("\n").filter((line) => /^\| [A-Z]\d/.test(line));

/** A row's id, and the file and title of its test. A title made of parts is named by one part. */
const promises = rows.map((row) => {
  const [, id, , test] = row.split(" | ").length === 3 ? ["", ...row.slice(2).split(" | ")] : [];
  const [, file, title] = /^`([^`]+)`: (.+?) \|$/.exec(test ?? "") ?? [];
  return { row, id, file, title };
});

/** A test's code without the breaks and quotes of its formatting. */
const flat = (code: string) => code.replaceAll(/\s+/g, " ").replaceAll('\\"', '"');

describe("docs/SECURITY-MODEL.md", () => {
  it("names an id and a test in every row", () => {
    for (const { row, id, file, title } of promises) {
      expect([id, file, title].includes(undefined), row).to.equal(false);
    }
  });

  it("has every id once", () => {
    const ids = promises.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("has all nine invariants", () => {
    const ids = promises.map(({ id }) => id);
    for (let i = 1; i <= 9; i++) expect(ids).to.include(`I${i}`);
  });

  for (const { id, file, title } of promises) {
    it(`names a test that exists for ${id}`, () => {
      const url = new URL(`../${file}`, import.meta.url);
      expect(existsSync(url), file).to.equal(true);
      const code = flat(readFileSync(url, "utf8"));
      // Titles that are put together from an invariant's id and a sentence stand in two places.
      const [, reported, lie] = /^reports (I\d) when (.+)$/.exec(title!) ?? [];
      if (lie === undefined) expect(code).to.include(title);
      else expect(code).to.include(`id: "${reported}", title: "${lie}"`);
    });
  }
});
