// Reads what the runner wrote of each suite, for .ci/run.
//   results.mjs failed FILE   the test files that failed, one a line; none where they are too many for chance
//   results.mjs sum FOLDER    every failure with its message, then "N passed, N failed, N skipped"
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** More files than these do not fail by chance together. */
const mostByChance = 3;
const again = ".again.json";
const maxMessage = 4_000;

const [mode, target] = process.argv.slice(2);
if (mode === "failed") {
  const files = read(target).filter(isFailed);
  if (files.length <= mostByChance) for (const { name } of files) console.log(relative(".", name));
} else sum();

function sum() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of readdirSync(target).filter((name) => !name.endsWith(again))) {
    const second = new Map(
      read(join(target, suite.replace(/\.json$/, again))).map((file) => [file.name, file]),
    );
    for (const first of read(join(target, suite))) {
      const last = second.get(first.name) ?? first;
      for (const { status } of last.assertionResults)
        counts[status === "passed" || status === "failed" ? status : "skipped"] += 1;
      if (isFailed(first)) report(isFailed(last) ? "FAILED" : "FLAKY", suite, first);
    }
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}

function report(what, suite, { name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === "failed");
  const messages = failed.map(({ fullName, failureMessages }) => [
    `${name} > ${fullName}`,
    failureMessages.join("\n"),
  ]);
  for (const [test, text] of messages.length > 0 ? messages : [[name, message]])
    console.log(`${what} ${suite} ${test}\n${text.slice(0, maxMessage)}`);
}

function isFailed({ status }) {
  return status === "failed";
}

/** The files of a run, or none where there was no such run. */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).testResults : [];
}
