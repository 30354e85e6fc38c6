/** What a text is that Alertmanager makes by a template, where that can be seen without an alert. */

/** Bodies of templates that hold no action, by their names. */
export type Constants = ReadonlyMap<string, string>;

const definition =
  /\{\{-?\s*define\s+(?:"([^"]+)"|`([^`]+)`)\s*-?\}\}((?:(?!\{\{)[\s\S])*)\{\{-?\s*end\s*-?\}\}/g;

export function constantsIn(texts: readonly string[]): Constants {
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(definition)].map(
        ([, quoted, raw, body = ""]) => [quoted ?? raw ?? "", body.trim()] as const,
      ),
    ),
  );
}

const use = /\{\{-?\s*template\s+(?:"([^"]+)"|`([^`]+)`)(?:\s+[.$\w]+)?\s*-?\}\}/g;

/** The text; undefined where it depends on the alert, or on a template that nobody has. */
export function constantOf(text: string, constants: Constants): string | undefined {
  const known = text.replace(use, (found, quoted, raw) => constants.get(quoted ?? raw) ?? found);
  return known.includes("{{") ? undefined : known;
}
