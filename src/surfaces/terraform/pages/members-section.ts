/** The section of a page that says what a map or a secret object takes by another argument: a table for each value. */
import type { Field, Member, MembersBy } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { type MemberGroup, memberGroups, membersByOf } from "../../../kernel/members.ts";
import { argumentName, secretArguments } from "../../../kernel/terraform.ts";
import { describeField } from "../describe.ts";

/** Empty where no field of the kind has such members. */
export function membersSections({ fields }: Kind): string {
  return Object.entries(fields)
    .flatMap(([name, field]) => {
      const membersBy = membersByOf(field);
      return membersBy === undefined ? [] : [sectionOf(argumentOf(name, field), membersBy)];
    })
    .join("\n\n");
}

function argumentOf(name: string, field: Field): string {
  return field.type === "secret" ? secretArguments(name).value : argumentName(name);
}

function sectionOf(argument: string, membersBy: MembersBy): string {
  const by = argumentName(membersBy.field);
  return [
    `## What \`${argument}\` takes by \`${by}\``,
    `Every member is optional. A value of \`${by}\` that is not here leaves all of them free.`,
    ...memberGroups(membersBy).map(groupOf),
  ].join("\n\n");
}

function groupOf({ values, members, closed, links }: MemberGroup): string {
  const pages = Object.entries(links).map(([value, link]) => `[${value}](${link})`);
  const rows = Object.entries(members).map(
    ([name, member]) => `| \`${name}\` | ${typeOf(member)} | ${cell(describe(member))} |`,
  );
  return [
    `### ${values.map((value) => `\`${value}\``).join(", ")}`,
    ...(pages.length === 0 ? [] : [`The vendor's documentation: ${pages.join(", ")}.`]),
    ["| member | type | what |", "| --- | --- | --- |", ...rows].join("\n"),
    closed ? "No other members." : "Further members are kept as they are.",
  ].join("\n\n");
}

function describe(member: Member): string {
  const text =
    member.type === "secret" ? member.description : describeField({ ...member, optional: true }, {});
  return member.link === undefined ? text : `${text} [More](${member.link}).`;
}

function typeOf(member: Member): string {
  if (member.type === "secret") return member.shape === "object" ? "object, secret" : "text, secret";
  return member.type === "list" ? `list of ${member.items.type}` : member.type;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
