import { defineCollection } from "../kernel/define-kind.ts";
import { eventKeys } from "../kernel/events.ts";
import { boolean, choice, integer, list, map, secret, text } from "../kernel/field.ts";
import { healthFields, nameField } from "./parts.ts";

export const ticketIntegrations = defineCollection({
  kind: "ticket_integrations",
  title: "Ticket integrations",
  group: "Integrations",
  description:
    "A ticket integration is a project in a ticket tracker that events open tickets in, and that import rules read tickets from.",
  level: "admin",
  idPrefix: "tkt",
  naturalKey: ["kind", "name"],
  listColumns: ["name", "health_status", "enabled", "base_url", "project_key", "create_on", "max_per_day"],
  fields: {
    kind: choice({
      description: "Which tracker it is.",
      choices: ["jira", "linear", "github", "servicenow", "asana"],
      fixed: true,
    }),
    name: nameField("What people call it; unique among the integrations of its kind."),
    base_url: text({ description: "The tracker's address.", format: "url" }),
    project_key: text({ description: "The project that tickets belong to, as the tracker calls it." }),
    issue_type: text({
      description: "The type that new tickets have; null takes the project's own choice.",
      nullable: true,
    }),
    username: text({
      description: "The user that the token belongs to, where the tracker asks for it; null names none.",
      nullable: true,
      section: "Access",
    }),
    token: secret({ description: "The token that the tracker lets in.", section: "Access" }),
    status_map: map({
      description: "Maps the tracker's statuses to an incident's, such as Done to resolved.",
      section: "Advanced",
    }),
    priority_map: map({
      description: "Maps our severities to the tracker's priorities, such as critical to Highest.",
      section: "Advanced",
    }),
    create_on: list({
      description: "The events that open a ticket; empty opens none.",
      items: choice({ description: "An event's key.", choices: eventKeys }),
    }),
    max_per_day: integer({
      description:
        "The most tickets that it opens in a day, so that many alerts do not open as many tickets.",
      min: 1,
      max: 500,
      default: 50,
      section: "Advanced",
    }),
    enabled: boolean({ description: "Whether tickets are opened and read.", default: true, switch: true }),
    ...healthFields,
  },
  example: {
    kind: "jira",
    name: "Operations",
    base_url: "https://jira.example.com",
    project_key: "OPS",
    username: "orgconfig@example.com",
    token: "<the API token that Jira gave out>",
    priority_map: { critical: "Highest", warning: "Low" },
    create_on: ["alert_created"],
  },
});
