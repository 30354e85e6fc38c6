import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { reference, text } from "../kernel/field.ts";

export const teamMembers = defineCollection({
  kind: "team_members",
  decides: true,
  title: "Team members",
  group: "Organization",
  description: "A team member is a member of the organization in a team. The row goes when the team goes.",
  level: "admin",
  idPrefix: "tmem",
  naturalKey: ["team_id", "email"],
  verbs: ["list", "get", "create", "delete"],
  deletedByKey: true,
  actionNames: { create: "add_team_member", delete: "remove_team_member" },
  fields: {
    team_id: reference({ description: "The team.", to: "teams", onDelete: "cascade", fixed: true }),
    email: text({
      description: "The email address of a member of this organization.",
      format: "email",
      max: 254,
      fixed: true,
    }),
  },
  example: { team_id: exampleOf("teams"), email: "ada@example.com" },
});
