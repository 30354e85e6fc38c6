/** The page Move in: today's tree and the list that it becomes, as lines. */
import { expect, it } from "vitest";
import { listOf, treeOf } from "../../console/pages/move-in/sides.ts";
import { proofText } from "../../console/pages/move-in/words.ts";

const configuration = `
route:
  receiver: all
  routes:
    - match: {team: payments}
      match_re: {severity: warning|critical}
      continue: true
      routes:
        - receiver: page
          matchers: [severity="critical"]
    - matchers: [team=~"a|b"]
      receiver: chat
`;

it("reads the tree in the order of the file, a receiver inherited, matchers in every form", () => {
  const tree = [
    { depth: 0, takes: [], sends: ["all"], continues: false },
    { depth: 1, takes: ['team="payments"', 'severity=~"warning|critical"'], sends: ["all"], continues: true },
    { depth: 2, takes: ['severity="critical"'], sends: ["page"], continues: false },
    { depth: 1, takes: ['team=~"a|b"'], sends: ["chat"], continues: false },
  ];
  expect(treeOf([{ name: "a.yml", text: configuration }])).toEqual(tree);
  const ofMimir = JSON.stringify({ template_files: {}, alertmanager_config: configuration });
  expect(treeOf([{ name: "a.json", text: ofMimir }])).toEqual(tree);
});

it("has no tree of a file without routes", () => {
  for (const text of ["", "a: [", "groups: []", "[1]"]) expect(treeOf([{ name: "x", text }])).toEqual([]);
});

it("lists routes in the order in which they are tried, with who is notified", () => {
  const bundle = {
    alert_routes: [
      { name: "Rest", position: 2, matchers: [], destinations: [], drop: true },
      {
        name: "Page",
        position: 1,
        matchers: ['severity="critical"'],
        destinations: [{ outbound_config_id: { name: "page" } }, { email: "a@example.com" }],
        continue: true,
      },
    ],
  };
  expect(listOf(bundle)).toEqual([
    { depth: 0, takes: ['severity="critical"'], sends: ["page", "a@example.com"], continues: true },
    { depth: 0, takes: [], sends: ["nobody, on purpose"], continues: false },
  ]);
});

it("says what the comparison found", () => {
  expect(proofText({ sets: 3_412, equal: 3_412, differs: [] })).toBe(
    "3,412 label sets: the same people are notified in all, at every moment that was asked.",
  );
  expect(proofText({ sets: 12, equal: 11, differs: [] })).toBe("12 label sets: 1 of them differs.");
});
