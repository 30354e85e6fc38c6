import { defineCollection } from "../kernel/define-kind.ts";
import { choice, computed, date, list, text } from "../kernel/field.ts";
import { nextOf } from "../kernel/timestamps.ts";
import { nameField, serviceName } from "./parts.ts";

const dayMs = 86_400_000;

export const compliancePeriods = defineCollection({
  kind: "compliance_periods",
  title: "Compliance periods",
  group: "Organization",
  description:
    "A compliance period is the days that an audit looks at, for one framework. Periods of the same framework never overlap, so that every day belongs to one audit at most.",
  level: "admin",
  idPrefix: "cper",
  naturalKey: ["name"],
  listColumns: ["name", "status", "framework", "starts_on", "ends_on", "services"],
  peers: ["framework"],
  fields: {
    name: nameField(),
    framework: choice({
      description: "What the organization is audited against.",
      choices: ["soc2_type1", "soc2_type2", "iso27001", "pci_dss", "hipaa", "custom"],
    }),
    starts_on: date({ description: "The first day that counts (UTC)." }),
    ends_on: date({ description: "The last day that counts (UTC); no earlier than the first." }),
    services: list({
      description: "The services in the audit's scope; empty takes in every service.",
      items: serviceName("A service's name."),
    }),
    notes: text({
      description: "What auditors and colleagues should know about the period.",
      nullable: true,
      multiline: true,
      prose: true,
    }),
    status: computed({
      description: "Whether today (UTC) is before the period, in it, or after it.",
      shape: choice({
        description: "Where today lies.",
        choices: ["upcoming", "open", "closed"],
        tones: { upcoming: "quiet", open: "good", closed: "quiet" },
      }),
      from: "derived",
      movedBy: ["starts_on", "ends_on"],
    }),
  },
  example: {
    name: "SOC 2 2026",
    framework: "soc2_type2",
    starts_on: "2026-01-01",
    ends_on: "2026-12-31",
    services: ["checkout"],
  },
  check({ configuration }, _before, _context, peers) {
    const { framework, starts_on, ends_on } = configuration;
    // Days written YYYY-MM-DD sort as text the way they follow each other.
    if (starts_on > ends_on) {
      return [{ field: "ends_on", message: `must not be earlier than starts_on (${starts_on})` }];
    }
    return peers
      .filter((other) => starts_on <= other.ends_on && other.starts_on <= ends_on)
      .map((other) => ({
        field: "starts_on",
        message: `overlaps "${other.name}" (${other.starts_on} to ${other.ends_on}); two periods of ${framework} must not share a day`,
        reason: "overlap",
      }));
  },
  derive({ configuration: { starts_on, ends_on } }, now) {
    const today = now.toISOString().slice(0, "YYYY-MM-DD".length);
    return { status: today < starts_on ? "upcoming" : today > ends_on ? "closed" : "open" };
  },
  derivedUntil({ configuration: { starts_on, ends_on } }, now) {
    return nextOf([new Date(starts_on), new Date(Date.parse(ends_on) + dayMs)], now);
  },
});
