/** The results of tests in the forms that people and pipelines read. Pure. */
import { type Position, placeOf } from "../../kernel/fault.ts";
import { countOf } from "../../kernel/words.ts";
import { plain } from "../plain.ts";

export interface Shown {
  readonly name: string;
  /** Undefined where it is in no file. */
  readonly at: Position | undefined;
  readonly enabled: boolean;
  /** None where it holds. */
  readonly failures: readonly string[];
}

export const formatNames = ["text", "json", "junit", "tap", "github"] as const;

export type FormatName = (typeof formatNames)[number];

export const formats: Readonly<Record<FormatName, (results: readonly Shown[]) => string>> = {
  text,
  json,
  junit,
  tap,
  github,
};

function text(results: readonly Shown[]): string {
  const failed = failedIn(results);
  const lines = failed.flatMap(({ name, at, failures }) => [
    `${at === undefined ? "" : `${placeOf(at)}: `}${plain(name)}`,
    ...failures.map((failure) => `  ${plain(failure)}`),
  ]);
  const off = results.filter(({ enabled }) => !enabled).length;
  const sum = `${countOf(results.length - off, "test")}, ${failed.length} failed${off === 0 ? "" : `, ${off} off`}`;
  return `${[...lines, sum].join("\n")}\n`;
}

function json(results: readonly Shown[]): string {
  const failed = failedIn(results).length;
  const tests = results.map(({ name, at, enabled, failures }) => ({
    name,
    file: at?.file ?? null,
    line: at?.line ?? null,
    column: at?.column ?? null,
    status: !enabled ? "off" : failures.length === 0 ? "passed" : "failed",
    message: failures.length === 0 ? null : failures.join(" "),
  }));
  return `${JSON.stringify({ total: results.length, failed, tests }, null, 2)}\n`;
}

/** As Jenkins, GitLab and Azure Pipelines read it. */
function junit(results: readonly Shown[]): string {
  const cases = results.map(({ name, at, enabled, failures }) => {
    const place = at === undefined ? "" : ` file="${xml(at.file)}" line="${at.line}"`;
    const open = `    <testcase classname="orgconfig" name="${xml(name)}"${place}`;
    if (!enabled) return `${open}><skipped/></testcase>`;
    if (failures.length === 0) return `${open}/>`;
    const [first = ""] = failures;
    return `${open}><failure message="${xml(first)}">${xml(failures.join("\n"))}</failure></testcase>`;
  });
  const off = results.filter(({ enabled }) => !enabled).length;
  const counts = `tests="${results.length}" failures="${failedIn(results).length}" skipped="${off}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="orgconfig" ${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

/** TAP version 14. */
function tap(results: readonly Shown[]): string {
  const lines = results.flatMap(({ name, enabled, failures }, index) => {
    const description = plain(name).replace(/[\\#]/g, "\\$&");
    const line = `${!enabled || failures.length === 0 ? "ok" : "not ok"} ${index + 1} - ${description}`;
    if (!enabled) return [`${line} # SKIP off`];
    return [line, ...failures.map((failure) => `# ${plain(failure)}`)];
  });
  return `${["TAP version 14", `1..${results.length}`, ...lines].join("\n")}\n`;
}

/** Workflow commands of GitHub Actions, which become notes at the lines of a pull request; then the text for the log. */
function github(results: readonly Shown[]): string {
  const notes = failedIn(results).map(({ name, at, failures }) => {
    const place = at === undefined ? "" : `file=${property(at.file)},line=${at.line},col=${at.column},`;
    return `::error ${place}title=${property(plain(name))}::${data(failures.join("\n"))}\n`;
  });
  return notes.join("") + text(results);
}

function failedIn(results: readonly Shown[]): readonly Shown[] {
  return results.filter(({ enabled, failures }) => enabled && failures.length > 0);
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What is no character of XML 1.0 (§2.2) becomes a space. */
function xml(value: string): string {
  return value
    .replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, " ")
    .replace(/[&<>"]/g, (mark) => entities[mark] ?? mark);
}

function data(value: string): string {
  return value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(value: string): string {
  return data(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
