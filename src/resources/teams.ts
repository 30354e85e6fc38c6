import { defineCollection } from "../kernel/define-kind.ts";
import { computed, list, object, text } from "../kernel/field.ts";

export const teams = defineCollection({
  kind: "teams",
  decides: true,
  title: "Teams",
  group: "Organization",
  description:
    "A team is a group of members that owns work: services' policies, routes and checks name a team by its id, so they follow a rename. A team grants no permissions.",
  level: "admin",
  idPrefix: "team",
  naturalKey: ["name"],
  listColumns: ["name", "members"],
  refusals: { sameKey: true },
  fields: {
    name: text({
      description: "What people call the team; unique within the organization.",
      max: 100,
      example: "Platform",
    }),
    members: computed({
      description: "Who belongs to the team; changed through team_members.",
      shape: list({
        description: "The team's members.",
        max: 1_000,
        default: [],
        items: object({
          description: "A member.",
          fields: {
            id: text({ description: "The user's id." }),
            email: text({ description: "The member's email address.", format: "email" }),
            name: text({ description: "The member's name.", default: "" }),
          },
        }),
      }),
      from: "state",
    }),
  },
  example: { name: "Platform" },
  exampleState: {
    members: [{ id: "user_01k0zq4v3nexbsk2m6rh8t5y7w", email: "ada@example.com", name: "Ada Lovelace" }],
  },
});
