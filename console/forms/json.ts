/** A JSON object as it is typed or pasted: what JSON.parse would drop or round is refused. */
import type { JsonObject } from "../../src/kernel/validate.ts";
import { keepsNumber, type Reading } from "./number.ts";

export function readJson(text: string): Reading<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'is not a JSON object; write one such as {"token": "…"}' };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { problem: "must be a JSON object, in braces" };
  const problem = lossOf(text);
  return problem === undefined ? { value: value as JsonObject } : { problem };
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\]:,]/g;

/** What a valid text says that its value would not: a member that comes twice, a number with too many digits. */
function lossOf(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const name = JSON.parse(last) as string;
      const members = open.at(-1);
      if (members?.has(name)) return `has ${last} twice in one object`;
      members?.add(name);
    } else if (/^[-\d]/.test(token) && !keepsNumber(token)) {
      return `has a number with too many digits to keep, ${token}; write it as text, in quotes`;
    }
    last = token;
  }
  return undefined;
}
