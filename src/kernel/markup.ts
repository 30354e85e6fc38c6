/** HTML and XML as text in which every value is escaped: what is no `Markup` cannot be markup. */

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Shown = string | number | Markup | readonly Shown[] | null | undefined | false;

/** A template whose values are escaped, but for markup and lists of it. Nothing stands for null, undefined and false. */
export function markup(parts: TemplateStringsArray, ...values: readonly Shown[]): Markup {
  let text = parts[0] as string;
  for (const [index, value] of values.entries()) text += shown(value) + parts[index + 1];
  return new Markup(text);
}

function shown(value: Shown): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(shown).join("");
  return escaped(String(value));
}

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Safe in text and in quoted attributes, of HTML and of XML, which does not allow most control characters at all. */
export function escaped(text: string): string {
  return legible(text).replace(/[&<>"']/g, (sign) => named[sign] ?? `&#${sign.charCodeAt(0)};`);
}

/** Without the characters that XML 1.0 has no place for (§2.2), and without halves of pairs. */
export function legible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g, "");
}

/** A text of several lines, with the addresses in it as links. */
export function prose(text: string): Markup {
  const parts = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])/);
  return markup`${parts.map((part, index) =>
    index % 2 === 1 && URL.canParse(part)
      ? markup`<a href="${part}" rel="noopener nofollow ugc">${part}</a>`
      : part,
  )}`;
}
