import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Flags under which a browser in a container starts quickly and asks the network for nothing of its own. */
export const CHROMIUM_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Where a Chromium is: the one named by CHROMIUM_PATH, or the system's. On a CI machine that lacks it and lets us, it
 * is installed; a developer's machine is never changed, and null is the answer.
 */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const found = () => PLACES.find((place) => existsSync(place)) ?? null;
  if (found() === null && process.env.CI === "true" && process.getuid?.() === 0) {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      stdio: "inherit",
    });
  }
  return found();
}
