/**
 * Words that do not come back: each had two meanings here, or needs a second reading. docs/glossary.md has the words that
 * stay. They are looked for in file names, identifiers (by their parts: `toldOf`, `isTold`), comments, texts and pages.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Words anywhere, also as a part of a longer name, each with what to write. */
const words: Readonly<Record<string, string>> = {
  tell: "notify (a receiver), report, say, show",
  tells: "notifies, reports, says, shows",
  told: "notified, reported, said",
  telling: "notifying",
  hear: "receive",
  hears: "receives",
  heard: "received",
  news: "a change, what is new",
  taker: "receiver",
  takers: "receivers",
  needing: "attention",
  beside: "with, next to",
  lend: "connection, lease",
  lends: "connection, lease",
  lent: "connection, lease",
  lane: "batch",
  lanes: "batches",
  foresee: "preview",
  foresees: "previews",
  foreseen: "previewed",
  foresight: "preview",
  tending: "synchronization, or what it does",
  terse: "brief",
  mend: "fix",
  mends: "fixes",
  mended: "fixed",
  mending: "fixing",
  whence: "from where",
};

/** Names and phrases that are wrong here although their words are right elsewhere, each with what to write. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(Kind)?Capabilit(y|ies)\b|\bcapability\b/, "feature"],
  [/\b(backendFor|BackendRows|blackboxBackend)\b|\b(src|test)\/backends\b/, "renderer"],
  [/\bsrc\/(storage|capabilities|commands)\b|surfaces\/http\b/, "the folder's name today"],
  [/\botherwise\(/, "a name that says what it gives"],
  [/\b(createAsking|Asked|Asking)\b|\basking\//, "probe, connection test; of a caller: request"],
  [/\b(heldTo|HeldTo)\b|\b[Hh](eld|olds?|olding) against\b/, "cached, kept, limit; compares with"],
  [/\b[Ss]ilenceWatch\b|\bagents? (is|are|was|were) silent\b|\bsilent agents?\b/, "absence"],
  [/\b[Bb]y and by\b/, "later"],
  [/(?<!\b[Tt]here |\bseverity )\b(is|are) none\b/, "there is no …, or is not a …"],
  [
    /\b(givesWay|giveWay|mostSaid)\b|\b(const|function) (apart|strangers)\b|\.apart\b/,
    "a name that says what it gives",
  ],
  [/\b(checkTime|validateAsync)\b/, "check"],
  [/\/\*\* Whose [a-z ]+ it is\b/, "the owner of …, or what it is"],
  [/\bneeds? somebody\b|\bneedsSomebody\b|\bNeedsSomebody\b/, "needs attention"],
];

/** Names of files that say nothing of what is in them. */
const names =
  /(^|\/)(acts|around|asked|engine-way|heard|held|keeping|kept|memo|of-service|past|pieces|places|rounds|tending|terse|together|told)(\.[\w.]+)?$/;

/**
 * What is not read: what programs write, what never changes again, and the scanner's lists of what attackers write, which
 * are texts of other people; and what people type into the palette.
 */
const others =
  /^test\/golden\/|^docs\/terraform\/(resources\/|data-sources\/|index\.md)|\.generated\.ts$|^src\/database\/migrations\/|^(src|test)\/prompt-scanner\/|^test\/mcp\/conformance-passes\.json$|^test\/(mcp\/tools|openapi\/clients)\/|(^|\/)package-lock\.json$|^LICENSE|^test\/house\/words\.test\.ts$|^console\/shell\/also\.ts$|^test\/console\/questions\.test\.ts$/;
const read = /\.(ts|tsx|mjs|css|sql|md|json|sh|ya?ml|tf|txt)$|^\.ci\/run$/;

/** Columns of the database by their old names, which migrations that have run keep; `lane` where SQL has it as a column. */
const columns =
  /\b(told_at|heard_at|silence_told)\b|(?<=\b(channel|target), |\b(one|later|blocked)\.)lane\b|\blane(?= = :)/g;

/** Members of answers, which callers read by these names. */
const members = /\btakers(?=: )|(?<=\bbody\.)takers\b/g;

/** The words of a text in small letters; an identifier gives each of its parts. */
function partsOf(text: string): string[] {
  return (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());
}

/** What is wrong with a line, in words. */
function wrongIn(line: string): string[] {
  const found = partsOf(line.replaceAll(columns, "").replaceAll(members, "")).filter((part) =>
    Object.hasOwn(words, part),
  );
  return [
    ...found.map((word) => `"${word}": write ${words[word]}`),
    ...phrases
      .filter(([form]) => form.test(line))
      .map(([form, say]) => `"${form.exec(line)?.[0]}": write ${say}`),
  ];
}

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => read.test(file) && !others.test(file) && existsSync(join(root, file)));

it("no name of a file, no identifier, comment, text or page has a word that is gone", () => {
  expect(files.length).toBeGreaterThan(1_500);
  const all = files.flatMap((file) => [
    ...(names.test(file) ? [`${file}: the name says nothing of what is in it`] : []),
    ...wrongIn(file).map((what) => `${file}: ${what}`),
    ...readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, at) => wrongIn(line).map((what) => `${file}:${at + 1}: ${what}`)),
  ]);
  expect(all).toEqual([]);
});

it.each([
  ["const toldOf = 1;", "told"],
  ["function isTold() {}", "told"],
  ["tellEnds(call)", "tell"],
  ["TELL_LATER", "tell"],
  ["/** What an agent was told. */", "told"],
  ["rows_heard", "heard"],
  ["the lane, told", "lane"],
  ["export interface KindCapability {", "feature"],
  ["an answer that is none", "there is no"],
  ["const takers = takersOf(rows)", "takers"],
])("finds the word in %s", (line, word) => {
  expect(wrongIn(line).join()).toContain(word);
});

it.each([
  "teller",
  "newsletter",
  "besides",
  "planes",
  "const capabilities = { tools: {} };",
  "there is none",
  "takers: receivers,",
  "otherwise it is left out",
  "held lock",
  "SET silence_told = true",
  "SELECT channel, lane, target FROM deliveries",
  "blocked.lane = one.lane",
])("passes %s", (line) => {
  expect(wrongIn(line)).toEqual([]);
});
