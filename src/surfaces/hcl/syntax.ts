/**
 * HCL as text: blocks, attributes and values, laid out so that `terraform fmt` changes no byte and
 * escaped so that Terraform reads back what was written. Nothing here knows a resource.
 */

/** What may stand to the right of an equals sign. */
export type HclValue = string | number | boolean | null | HclReference | HclValue[] | HclObject;

/** Any text may be a key; keys print in the order of the object's own entries. */
export type HclObject = { [key: string]: HclValue };

/** An attribute of a body, or a comment on a line of its own. */
export type HclItem = { name: string; value: HclValue } | { comment: string };

/** The address of another object's attribute, printed bare: `orgconfig_team.platform.id`. */
export class HclReference {
  readonly address: string;

  constructor(address: string) {
    if (!addressPattern.test(address)) throw new TypeError(`Not a Terraform address: ${address}`);
    this.address = address;
  }
}

const addressPattern = /^[\p{ID_Start}_][\p{ID_Continue}-]*(\.[\p{ID_Start}_][\p{ID_Continue}-]*)+$/u;

/** A block of the top level, its last line ended. */
export function printBlock(type: string, labels: readonly string[], items: readonly HclItem[]): string {
  const head = [type, ...labels.map(quote)].join(" ");
  return items.length === 0 ? `${head} {}\n` : `${head} {\n${printAttributes(items, "  ")}}\n`;
}

/**
 * The lines of a body or an object, each indented and ended, with the equals signs where
 * `terraform fmt` puts them: neighbours whose values take one line line up with the longest name;
 * a comment and a value of several lines end such a run.
 */
export function printAttributes(items: readonly HclItem[], indent: string): string {
  const runs = alignedRuns(items.map((item) => printItem(item, indent)));
  const parts = runs.map((run, index) => {
    // Only a blank line keeps two runs apart that fmt would otherwise align as one.
    const gap = isAligned(run) && isAligned(runs[index - 1]) ? "\n" : "";
    return gap + printRun(run, indent);
  });
  return parts.join("");
}

/** A comment of exactly one line: what could end the line, or disorder it on a screen, becomes a space. */
export function printComment(text: string, indent = ""): string {
  const line = text.replace(lineUnsafe, " ").trim();
  return line === "" ? `${indent}#\n` : `${indent}# ${line}\n`;
}

/**
 * A quoted string that Terraform reads back as `text`, for every text of which `survivesHcl` is
 * true. Controls, the byte order mark and the marks that reorder a line on a screen (so that a file
 * shows a reviewer something other than it says) are written as escapes; every other character
 * stands for itself.
 */
export function quote(text: string): string {
  return `"${text.replace(needsEscape, escapeCharacter)}"`;
}

/**
 * Whether Terraform keeps the text as it is. Terraform brings every string to NFC, literals,
 * escapes and a provider's answers alike, so no notation gets another form through: such a text is
 * printed as it is and read as its NFC form. A provider's answer changes in the same way, so the
 * two still agree and a plan shows no difference; an apply that writes the row writes the NFC form.
 * Terraform also puts a U+034F into a chain of more than thirty combining marks, and an unpaired
 * surrogate has no UTF-8. Where Unicode's newest characters are concerned this may say no to a
 * text that would survive, never yes to one that would not.
 */
export function survivesHcl(text: string): boolean {
  const kept = text.normalize("NFC") === text && !/\p{Cs}/u.test(text);
  return kept && !overlongMarks.test(text.normalize("NFD"));
}

/** Hangul vowels and finals count: Terraform's normaliser takes them for marks in a chain. */
const overlongMarks = /[\p{M}\u1160-\u11ff]{31}/u;

/** Controls, line separators, the byte order mark, and the marks that reorder a line of text on a screen. */
const lineUnsafe = /[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]+/gu;

/** The same without the line separators, which are harmless inside quotes, and with HCL's own signs. */
const needsEscape = /["\\]|[$%](?=\{)|[\p{Cc}\ufeff\u202a-\u202e\u2066-\u2069]/gu;

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  $: "$$",
  "%": "%%",
};

function escapeCharacter(character: string): string {
  return shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** An item with its texts made; a comment is already its whole line. */
type PrintedItem = { key: string; value: string } | { line: string };

type Run = readonly [PrintedItem, ...PrintedItem[]];

function printItem(item: HclItem, indent: string): PrintedItem {
  if ("comment" in item) return { line: printComment(item.comment, indent) };
  return { key: printKey(item.name), value: printValue(item.value, indent) };
}

function alignedRuns(items: readonly PrintedItem[]): Run[] {
  const runs: [PrintedItem, ...PrintedItem[]][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && canAlign(item) && canAlign(run[0])) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

function canAlign(item: PrintedItem): boolean {
  return "key" in item && !item.value.includes("\n") && ofCertainWidth.test(item.key);
}

/**
 * fmt counts a key's width in grapheme clusters, by the Unicode version it was built with. These
 * characters are one cluster each in every version; a key with any other stands alone instead.
 */
const ofCertainWidth =
  /^[ -~\u00c0-\u017f\u0410-\u044f\u0401\u0451\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/;

function isAligned(run: Run | undefined): boolean {
  return run !== undefined && "key" in run[0] && !run[0].value.includes("\n");
}

function printRun(run: Run, indent: string): string {
  const width = Math.max(...run.map((item) => ("key" in item ? item.key.length : 0)));
  const lines = run.map((item) =>
    "key" in item ? `${indent}${item.key.padEnd(width)} = ${item.value}\n` : item.line,
  );
  return lines.join("");
}

function printKey(name: string): string {
  return bareKey.test(name) ? name : quote(name);
}

/** The four words would be read as the start of a `for` expression or as a constant. */
const bareKey = /^(?!(?:for|null|true|false)$)[A-Za-z_][A-Za-z0-9_]*$/;

function printValue(value: HclValue, indent: string): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return printNumber(value);
  if (typeof value === "boolean" || value === null) return String(value);
  if (value instanceof HclReference) return value.address;
  if (Array.isArray(value)) return printList(value, indent);
  return printObject(value, indent);
}

/** Plain digits from a millionth up to 10^21; beyond, the exponent that HCL reads as well. */
function printNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`HCL has no number ${value}.`);
  return String(value);
}

const listLineColumns = 100;

function printList(values: readonly HclValue[], indent: string): string {
  const deeper = `${indent}  `;
  const printed = values.map((value) => printValue(value, deeper));
  const line = `[${printed.join(", ")}]`;
  const fits = printed.length < 2 || line.length <= listLineColumns;
  if (fits && !values.some(isComposite)) return line;
  return `[\n${printed.map((value) => `${deeper}${value},\n`).join("")}${indent}]`;
}

function isComposite(value: HclValue): boolean {
  return typeof value === "object" && value !== null && !(value instanceof HclReference);
}

function printObject(object: HclObject, indent: string): string {
  const items = Object.entries(object).map(([name, value]) => ({ name, value }));
  return items.length === 0 ? "{}" : `{\n${printAttributes(items, `${indent}  `)}${indent}}`;
}
