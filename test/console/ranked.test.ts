import { expect, it } from "vitest";
import { ranked } from "../../console/shell/ranked.ts";

const order = (text: string, titles: readonly string[]) =>
  ranked(
    titles.map((title) => ({ title })),
    text,
  ).map(({ title }) => title);

it("puts the very title first, then what begins with the text, and leaves the rest as it was", () => {
  const titles = ["Renew team", "New team member", "A new team", "New team"];
  expect(order("  new  TEAM", titles)).toEqual(["New team", "New team member", "Renew team", "A new team"]);
  expect(order("", titles)).toEqual(titles);
});
