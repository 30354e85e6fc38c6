/** What the page for signing in offers. */
import { type AccountOperation, accountOperation } from "../../../engine/operation.ts";
import { text } from "../../../kernel/field.ts";
import { renderOrganization, signInPath } from "../accounts/index.ts";
import type { SsoDeps } from "./deps.ts";
import { optionShape } from "./shapes.ts";

const input = {
  organization: text({
    description: "The organization's slug; left out: the only one that there is.",
    max: 100,
    nullable: true,
    default: null,
  }),
} as const;

export function optionCall({ people, sso }: SsoDeps): AccountOperation {
  return accountOperation({
    name: "find_sso",
    tag: "session",
    title: "How people sign in",
    description:
      "Whether an organization has a sign-in of its own, and where it begins. Of one that has none nothing is said, not even that it exists.",
    credential: "none",
    method: "GET",
    path: "/api/v1/sso",
    status: 200,
    input: { fields: input },
    query: ["organization"],
    output: { value: optionShape },
    async run({ body }) {
      const named = body.organization ?? (await sso.onlyOrganization());
      const organization = named === undefined ? undefined : await people.identity.organizations.find(named);
      const connection = organization && (await sso.connection(organization.id));
      if (organization === undefined || connection?.enabled !== true)
        return { body: { organization: null, sign_in_at: null } };
      return {
        body: { organization: renderOrganization(organization), sign_in_at: signInPath(organization.slug) },
      };
    },
  });
}
