import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, defaultLimits, integer, map, reference, text } from "../kernel/field.ts";
import { nameField, serviceName } from "./parts.ts";

export const ticketImportRules = defineCollection({
  kind: "ticket_import_rules",
  title: "Ticket import rules",
  group: "Integrations",
  description:
    "A ticket import rule turns tickets that a query finds in a tracker into incidents or alerts here.",
  level: "admin",
  idPrefix: "tir",
  naturalKey: ["name"],
  listColumns: ["name", "enabled", "ticket_integration_id", "target", "max_per_day"],
  fields: {
    name: nameField(),
    ticket_integration_id: reference({
      description: "The integration through which tickets are read.",
      to: "ticket_integrations",
    }),
    query: text({
      description: "Which tickets are imported, in the tracker's own query language.",
      max: defaultLimits.query,
      multiline: true,
    }),
    target: choice({ description: "What a ticket becomes.", choices: ["incident", "alert"] }),
    service: serviceName("The service that what is imported belongs to; null names none.", {
      nullable: true,
    }),
    severity_map: map({
      description: "Maps the tracker's priorities to our severities, such as Highest to critical.",
      section: "Advanced",
    }),
    max_per_day: integer({
      description: "The most tickets that are imported in a day.",
      min: 1,
      max: 500,
      default: 50,
      section: "Advanced",
    }),
    enabled: boolean({ description: "Whether the rule is followed.", default: true, switch: true }),
  },
  example: {
    name: "Outages",
    ticket_integration_id: exampleOf("ticket_integrations"),
    query: "project = OPS AND labels = outage",
    target: "incident",
    service: "checkout",
    severity_map: { Highest: "critical" },
  },
});
