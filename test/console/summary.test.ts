/** What a summary says of a row, in which sections, and where the row leads. */
import { describe, expect, it } from "vitest";
import { applicable, wholeOf } from "../../console/forms/draft.ts";
import { helpOf } from "../../console/forms/help.ts";
import { saidSoFar } from "../../console/forms/said-so-far.ts";
import { isUnset, sectionsOf } from "../../console/forms/sections.ts";
import { timePresets } from "../../console/forms/time-presets.ts";
import { decidedBy, lacking } from "../../console/forms/variant.ts";
import { summaryOf } from "../../console/kinds/summary/facts.ts";
import { canBeUsed, targetsOf } from "../../console/kinds/summary/references.ts";
import { type Field, type ItemField, integer, isSettable, number } from "../../src/kernel/field.ts";
import { dayText } from "../../src/kernel/readable.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";

const kinds = definitions as unknown as readonly Definition[];
const kindOf = (kind: string) => kinds.find((one) => one.kind === kind) as Definition;

/** What is reported at once of a row with these values, everything else being at its default. */
function reported(kind: string, values: JsonObject): readonly string[] {
  const definition = kindOf(kind);
  return summaryOf(definition, wholeOf(definition.fields, values, {})).flatMap(({ fields }) =>
    fields.filter(({ folded }) => !folded).map(({ name }) => name),
  );
}

/** What it keeps until somebody asks for more. */
function folded(kind: string, values: JsonObject): readonly string[] {
  const definition = kindOf(kind);
  return summaryOf(definition, wholeOf(definition.fields, values, {})).flatMap(({ fields }) =>
    fields.filter((field) => field.folded).map(({ name }) => name),
  );
}

describe("sections", () => {
  it("have every settable field of a kind once, in one order", () => {
    for (const { kind, fields } of kinds) {
      const sections = sectionsOf(fields);
      const settable = Object.keys(fields).filter((name) => isSettable(fields[name] as Field));
      expect(sections.flatMap((section) => section.fields).sort(), kind).toEqual(settable.sort());
      const names: string[] = sections.map(({ name }) => name);
      const order = ["Basics", "When", "Access", "Advanced"].filter((name) => names.includes(name));
      expect(names, kind).toEqual(order);
    }
  });

  it("leave out what the page shows itself", () => {
    const { fields } = kindOf("slos");
    const names = sectionsOf(fields, ["name", "target_percent"]).flatMap((section) => section.fields);
    expect(names).toContain("window_days");
    expect(names).not.toContain("name");
  });

  it("know what nobody has set: the default, nothing, and a secret that is not stored", () => {
    const { fields } = kindOf("slos");
    const field = fields.window_days as Field;
    expect(isUnset("window_days", field, { window_days: 30 })).toBe(true);
    expect(isUnset("window_days", field, { window_days: 7 })).toBe(false);
    const secret = kindOf("data_sources").fields;
    const name = Object.keys(secret).find((one) => secret[one]?.type === "secret") as string;
    expect(isUnset(name, secret[name] as Field, { [`${name}_set`]: false })).toBe(true);
    expect(isUnset(name, secret[name] as Field, { [`${name}_set`]: true })).toBe(false);
    expect(isUnset(name, secret[name] as Field, { [name]: "typed" })).toBe(false);
  });
});

describe("a summary", () => {
  const slo = { name: "Availability", service: "checkout", sli_id: "sli_1", target_percent: 99.9 };

  it("shows what is set, and defaults that say something", () => {
    expect(reported("slos", slo)).toEqual(
      expect.arrayContaining(["name", "service", "sli_id", "target_percent", "window_days", "enabled"]),
    );
    expect(reported("slos", slo)).not.toContain("team_id");
  });

  it("keeps what is empty and what is advanced folded, until it is set", () => {
    expect(folded("slos", slo)).toEqual(expect.arrayContaining(["team_id", "burn_alerts"]));
    const set = { ...slo, team_id: "team_1", burn_alerts: [] };
    expect(reported("slos", set)).toContain("team_id");
    expect(folded("slos", set)).not.toContain("team_id");
  });

  it("has nothing of another variant, save what the row holds of it all the same", () => {
    const ratio = { name: "a", service: "b", kind: "ratio", good_query: "x", total_query: "y" };
    const all = [...reported("slis", ratio), ...folded("slis", ratio)];
    expect(all).toContain("bad_query");
    expect(all).not.toContain("threshold_query");
    const target = { name: "a", kind: "email", address: "a@example.com", url: "https://example.com" };
    expect(reported("outbound_configs", target)).not.toContain("url");
    expect(folded("outbound_configs", target)).toContain("url");
  });
});

describe("where a row leads", () => {
  it("are the rows that it points at, at any depth, each once", () => {
    const row = {
      destinations: [{ team_id: "team_1" }, { email: "a@example.com" }, { team_id: "team_2" }],
      owning_team_id: "team_1",
    };
    expect(targetsOf(kindOf("alert_routes"), row)).toEqual([
      { kind: "teams", id: "team_1" },
      { kind: "teams", id: "team_2" },
    ]);
    expect(targetsOf(kindOf("teams"), { name: "Payments" })).toEqual([]);
  });

  it("can lead back only to kinds that others refer to", () => {
    expect(canBeUsed(kinds, "teams")).toBe(true);
    expect(canBeUsed(kinds, "slis")).toBe(true);
    expect(canBeUsed(kinds, "deploy_policies")).toBe(false);
  });
});

describe("fields of a variant that was not chosen", () => {
  const { fields } = kindOf("slis");
  const draft = { name: "a", kind: "ratio", good_query: "x", threshold_query: "kept" };

  it("are kept and not sent, and are there again when the variant is", () => {
    const sent = applicable(fields, draft, wholeOf(fields, {}, draft));
    expect(sent).toEqual({ name: "a", kind: "ratio", good_query: "x" });
    const other = { ...draft, kind: "threshold" };
    expect(applicable(fields, other, wholeOf(fields, {}, other))).toEqual({
      name: "a",
      kind: "threshold",
      threshold_query: "kept",
    });
  });

  it("go by the row where the draft leaves the variant alone", () => {
    const typed = { threshold_query: "x" };
    expect(applicable(fields, typed, wholeOf(fields, { kind: "threshold" }, typed))).toEqual(typed);
    expect(applicable(fields, typed, wholeOf(fields, { kind: "ratio" }, typed))).toEqual({});
  });
});

describe("the panel next to the form of a new row", () => {
  const said = (kind: string, start: JsonObject, draft: JsonObject) => {
    const { fields } = kindOf(kind);
    const whole = wholeOf(fields, start, draft);
    const decided = decidedBy(fields, start);
    const unchosen = new Map(lacking(decided, whole).map((path) => [path, "Fill this in."]));
    const lines = saidSoFar(fields, { decided, start, draft, whole, unchosen });
    return lines.map(({ title, is }) => `${title}: ${is}`);
  };

  it("says “none” of what is sent empty, and nothing of defaults", () => {
    expect(said("slos", {}, { name: "A", burn_alerts: [] })).toEqual(
      expect.arrayContaining(["Name: there", "Burn alerts: none", "SLI: needed"]),
    );
    expect(said("slos", { burn_alerts: [] }, {}).join()).not.toContain("Burn alerts");
  });

  it("needs of a vendor what is not there yet in any of its places, and members of a field too", () => {
    const empty = said("outbound_configs", { kind: "slack" }, {});
    expect(empty).toContain("Webhook URL: needed");
    const filled = said("outbound_configs", { kind: "slack" }, { url: "https://chat.example.com/x" });
    expect(filled.join()).not.toContain("Webhook URL");
    expect(filled).toContain("URL, where it is no secret: there");
    const aws = { type: "cloud", connector_type: "aws" };
    expect(said("connectors", aws, {}).filter((line) => line.endsWith("needed"))).toEqual([
      "Name: needed",
      "Role ARN: needed",
    ]);
    expect(said("connectors", aws, { config: { role_arn: "arn" } })).toContain("Config: there");
  });
});

describe("moments to choose", () => {
  const at = (now: string, zone: string, until = true) =>
    timePresets(Date.parse(now), zone, until).map(({ text, moment }) => [text, moment]);

  it("are mornings of the organization's own clocks", () => {
    // A Wednesday, 23:30 in Berlin: tomorrow is Thursday there.
    expect(at("2026-11-25T22:30:20Z", "Europe/Berlin")).toEqual([
      ["For 2 h", "2026-11-26T00:31:00Z"],
      ["Until tomorrow 09:00", "2026-11-26T08:00:00Z"],
      ["Until Monday 09:00", "2026-11-30T08:00:00Z"],
    ]);
    // The same moment is Thursday already in Tokyo.
    expect(at("2026-11-25T22:30:20Z", "Asia/Tokyo")[1]).toEqual([
      "Until tomorrow 09:00",
      "2026-11-27T00:00:00Z",
    ]);
  });

  it("are words of a beginning where nothing lasts until then", () => {
    expect(at("2026-11-25T12:00:00Z", "UTC", false).map(([text]) => text)).toEqual([
      "In 2 h",
      "Tomorrow 09:00",
      "Monday 09:00",
    ]);
  });

  it("name no morning twice: on a Sunday tomorrow is Monday, and a Monday leads to the next", () => {
    expect(at("2026-11-29T12:00:00Z", "UTC").map(([text]) => text)).toEqual([
      "For 2 h",
      "Until Monday 09:00",
    ]);
    expect(at("2026-11-30T12:00:00Z", "UTC")[2]).toEqual(["Until Monday 09:00", "2026-12-07T09:00:00Z"]);
  });

  it("stand at nine where the clocks change in between", () => {
    // Berlin sets its clocks back on 25 October 2026.
    expect(at("2026-10-24T12:00:00Z", "Europe/Berlin").slice(1)).toEqual([
      ["Until tomorrow 09:00", "2026-10-25T08:00:00Z"],
      ["Until Monday 09:00", "2026-10-26T08:00:00Z"],
    ]);
  });
});

it("a date is read as people write it, whatever the zone", () => {
  expect(dayText("2026-11-22")).toBe("22 Nov 2026");
  expect(dayText("soon")).toBe("soon");
});

describe("the help of a number", () => {
  const help = (kind: string, name: string) => helpOf(kindOf(kind).fields[name] as ItemField, "");

  it("says lengths of time in the units of people", () => {
    expect(help("certificate_monitors", "interval_minutes")).toMatch(/From 5 min to 7 d\. Default: 12 h\.$/);
    expect(help("slos", "window_days")).toMatch(/From 1 d to 90 d\. Default: 30 d\.$/);
  });

  it("shows a bound to its last digit, with what it counts", () => {
    const share = number({ description: "", min: 0.000_001, max: 99.999_999, unit: "percent" });
    expect(helpOf(share, "")).toBe("From 0.000001% to 99.999999%.");
    expect(helpOf(integer({ description: "", min: 1, max: 9, unit: "failures", default: 2 }), "")).toBe(
      "From 1 to 9. Default: 2 failures.",
    );
    expect(helpOf(integer({ description: "", min: 0 }), "")).toBe("At least 0.");
  });
});
