import type { Check } from "../audit/check.ts";
import { type BattleInputs, explainBattle, inputsOf } from "../audit/explain.ts";
import { readRecord } from "../audit/record.ts";
import { describeGame, summaryOf } from "../audit/summary.ts";
import { inputsOfLog, readTransactionLog, verifyLog } from "../audit/transactionLog.ts";
import { verdictOf, verifyRecord } from "../audit/verify.ts";
import { type GameMode, readGameMode, SHIPPED_MODES } from "../sim/duel/gameModes.ts";
import { InputError } from "../sim/input.ts";

interface Outcome {
  readonly title: string;
  readonly checks: readonly Check[];
  readonly inputs: BattleInputs | null;
}

const part = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const text = part<HTMLTextAreaElement>("text");
const file = part<HTMLInputElement>("file");
const drop = part("drop");
const modes = part<HTMLSelectElement>("mode");
const custom = part<HTMLTextAreaElement>("custom");

SHIPPED_MODES.forEach((mode, i) => modes.append(new Option(`${i + 1}: ${mode.name}`, String(i))));

part("check").addEventListener("click", () => show(text.value));
file.addEventListener("change", () => void open(file.files?.[0]));
for (const type of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(type, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", type === "dragover");
  });
}
document.addEventListener("drop", (event) => void open(event.dataTransfer?.files[0]));

async function open(dropped: File | undefined): Promise<void> {
  if (dropped === undefined) return;
  text.value = await dropped.text();
  show(text.value);
}

function show(content: string): void {
  part("result").hidden = false;
  const verdict = part("verdict");
  try {
    const { title, checks, inputs } = check(content);
    part("game").textContent = title;
    verdict.textContent = summaryOf(checks);
    verdict.dataset.status = verdictOf(checks);
    part("checks").replaceChildren(...checks.map(checkItem));
    showSteps(inputs);
  } catch (error) {
    part("game").textContent = "";
    verdict.textContent = `Could not check: ${messageOf(error)}`;
    verdict.dataset.status = "unchecked";
    part("checks").replaceChildren();
    showSteps(null);
  }
  part("result").scrollIntoView({ block: "start" });
}

/** A match record has a format; everything else is taken for logs. */
function check(content: string): Outcome {
  const value: unknown = JSON.parse(content);
  if (typeof value === "object" && value !== null && "format" in value) {
    const record = readRecord(value);
    return { title: describeGame(record), checks: verifyRecord(record), inputs: inputsOf(record) };
  }
  const logged = readTransactionLog(value);
  const { name, battle, terms } = chosenMode();
  const title = `Game ${logged.fought.gameId}, from a transaction's log, checked under mode "${name}"`;
  const checks = verifyLog(logged, { battle, winnerPctBps: terms.winnerPctBps });
  return { title, checks, inputs: inputsOfLog(logged, battle) };
}

function chosenMode(): GameMode {
  if (custom.value.trim() === "") return SHIPPED_MODES[Number(modes.value)]!;
  return readGameMode(JSON.parse(custom.value), "mode");
}

function messageOf(error: unknown): string {
  if (error instanceof InputError) return error.message;
  if (error instanceof SyntaxError) return `this is not JSON (${error.message})`;
  return `something unforeseen happened (${String(error)})`;
}

const MARKS = { same: "✔", differs: "✘", unchecked: "–" };

function checkItem({ name, status, detail }: Check): HTMLLIElement {
  const item = document.createElement("li");
  item.dataset.status = status;
  const cell = (className: string, content: string) => {
    const span = document.createElement("span");
    span.className = className;
    span.textContent = content;
    return span;
  };
  const label = status === "unchecked" ? `not checked: ${detail}` : detail;
  item.append(cell("mark", MARKS[status]), cell("name", name), cell("detail", label));
  return item;
}

/** Lines that are not indented head a step; what is indented below belongs to it. */
function showSteps(inputs: BattleInputs | null): void {
  const steps: { title: string; lines: string[] }[] = [];
  for (const line of inputs === null ? [] : explainBattle(inputs)) {
    if (line.startsWith(" ")) steps.at(-1)!.lines.push(line);
    else steps.push({ title: line, lines: [] });
  }
  for (const id of ["steps-title", "steps-help"]) part(id).hidden = steps.length === 0;
  part("steps").replaceChildren(...steps.map(({ title, lines }) => stepElement(title, lines)));
}

function stepElement(title: string, lines: readonly string[]): HTMLElement {
  const element = document.createElement(lines.length === 0 ? "p" : "details");
  if (lines.length === 0) {
    element.textContent = title;
    return element;
  }
  const summary = document.createElement("summary");
  summary.textContent = title;
  const arithmetic = document.createElement("pre");
  arithmetic.textContent = lines.join("\n");
  arithmetic.tabIndex = 0;
  element.append(summary, arithmetic);
  return element;
}
