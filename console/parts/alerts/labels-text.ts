/** An alert's labels as people write them: one a line, name=value. */

export interface ReadLabels {
  readonly labels: Readonly<Record<string, string>>;
  /** What cannot be read, in a sentence. */
  readonly problem?: string;
}

/** Quotes around a value are left out, as they are in Alertmanager's pages. Braces and commas at the ends are, too. */
export function labelsIn(text: string): ReadLabels {
  const labels: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const said = line
      .trim()
      .replace(/^\{|[},]+$/g, "")
      .trim();
    if (said === "") continue;
    const at = said.indexOf("=");
    if (at < 1)
      return { labels, problem: `"${said}" is not a label; write name=value, such as severity=critical` };
    labels[said.slice(0, at).trim()] = unquoted(said.slice(at + 1).trim());
  }
  return { labels };
}

export function labelsText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

function unquoted(value: string): string {
  return /^"(.*)"$/s.exec(value)?.[1]?.replace(/\\(["\\])/g, "$1") ?? value;
}
