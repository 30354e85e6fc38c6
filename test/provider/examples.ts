/** The examples of the reference pages. */
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../examples/terraform/", import.meta.url);

export const examples = readdirSync(folder).map((file) => ({
  name: file.replace(/\.tf$/, ""),
  text: readFileSync(new URL(file, folder), "utf8"),
}));

/** The variables that an example asks for. */
export function variablesOf(text: string): string[] {
  return [...text.matchAll(/^variable "(\w+)"/gm)].map(([, name]) => name as string);
}
