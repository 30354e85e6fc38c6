/** What is said of a program that wants to be let in. */
import type { Authorization } from "../../api/shapes.ts";

/** The parameters of a program's request; a page's address may have others. */
const names = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state",
  "resource",
];

/** The request that the address brings. */
export function requestIn(
  search: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}

/** Where the answer goes, in a few words. */
export function placeOf({ kind, name }: Authorization["destination"]): string {
  switch (kind) {
    case "site":
      return name;
    case "this_computer":
      return `a program on this computer (${name})`;
    case "app":
      return `an app that opens ${name} links`;
  }
}
