/** What people are notified of an alert. */
import { describe, expect, it } from "vitest";
import {
  factsOf,
  type Labels,
  severityOf,
  severityWords,
  unknownWord,
} from "../../../src/renderers/alerting/facts.ts";
import { organizationSettings } from "../../../src/resources/organization-settings.ts";

const facts = (labels: Labels, annotations: Labels = {}, generatorUrl?: string) =>
  factsOf({ labels, annotations, ...(generatorUrl === undefined ? {} : { generatorUrl }) });

describe("the title", () => {
  it.each([
    [{ alertname: "Down" }, { summary: "It is down", title: "Title" }, "It is down"],
    [{ alertname: "Down" }, { summary: " \n", title: "Title" }, "Title"],
    [{ alertname: "Down" }, {}, "Down"],
    [{}, {}, "Alert"],
    [{}, { summary: "one\ntwo\u202e" }, "one two"],
  ])("of %j and %j is %j", (labels, annotations, title) => {
    expect(facts(labels as Labels, annotations as Labels).title).toBe(title);
  });

  it("is cut where it is long", () => {
    expect(facts({}, { summary: "é".repeat(1_000) }).title).toBe(`${"é".repeat(254)}…`);
  });
});

it.each([
  ["critical", "critical"],
  ["page", "critical"],
  ["Critical", "critical"],
  [" WARN ", "warning"],
  ["high", "error"],
  ["none", "none"],
  ["None", "none"],
  ["a word of their own", "warning"],
  ["constructor", "warning"],
  ["", null],
  [undefined, null],
])("the severity %j is %j", (severity, expected) => {
  expect(facts(severity === undefined ? {} : { severity }).severity).toBe(expected);
});

it.each([
  [
    { runbook_url: "https://runbooks.example.com/1" },
    "https://p.example.com/g",
    "https://runbooks.example.com/1",
  ],
  [{ runbook_url: "javascript:alert(1)" }, "http://p.example.com/g", "http://p.example.com/g"],
  [{}, "see the runbook", null],
  [{}, undefined, null],
])("the address of %j and %j is %j", (annotations, generatorUrl, url) => {
  expect(facts({}, annotations as Labels, generatorUrl).url).toBe(url);
});

it("has a service where a label says one, and the event that a label names", () => {
  expect(facts({ service: "checkout", orgconfig_event: "slo_breach" })).toMatchObject({
    service: "checkout",
    event: "slo_breach",
  });
  expect(facts({ service: "", orgconfig_event: "made_up" })).toMatchObject({
    service: null,
    event: "alert_created",
  });
});

describe("words of an organization", () => {
  const words = severityWords({ Blocker: "critical", watchdog: "none", info: "warning" });
  it.each([
    [" BLOCKER ", "critical", undefined],
    ["Watchdog", "none", undefined],
    ["info", "warning", undefined],
    ["page", "critical", undefined],
    ["Odd", "warning", "odd"],
    ["", null, undefined],
  ])("%j is %j", (severity, expected, unknown) => {
    expect(severityOf({ severity }, words)).toBe(expected);
    expect(unknownWord({ severity }, words)).toBe(unknown);
  });

  it("are the usual ones without its own, as the description of the setting says", () => {
    const said = organizationSettings.fields.severity_words.description;
    for (const [word, meaning] of severityWords({})) {
      const part = said.slice(said.search(`(?:of|Those of) ${meaning}(?: are|:)`));
      expect(part.slice(0, part.search(/[;.]/))).toMatch(new RegExp(`[ ,]${word}\\b`));
    }
  });
});
