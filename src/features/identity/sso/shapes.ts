/** What the calls about an organization's own sign-in take and answer. */
import { roles } from "../../../kernel/access.ts";
import { boolean, choice, list, object, secret, text } from "../../../kernel/field.ts";
import type { ObjectValueOf } from "../../../kernel/row-types.ts";
import { deletedShape, organizationShape, roleField } from "../accounts/index.ts";

/** What browsers and proxies take; a signed ID token is in the one to sign out. */
const longestUrl = 8_192;

const settings = {
  issuer: text({
    description:
      "The provider's issuer, exactly as it names itself; its description is at /.well-known/openid-configuration below it.",
    max: 500,
  }),
  client_id: text({ description: "The id that the provider gave this service as its client.", max: 500 }),
  scopes: list({
    description: "What is requested of the provider; openid is among them.",
    items: text({ description: "A scope.", max: 100 }),
    max: 20,
    default: ["openid", "email", "profile"],
  }),
  groups_claim: text({
    description:
      "The claim that has the person's groups or roles; a dot leads into an object, as in realm_access.roles.",
    max: 255,
    default: "groups",
  }),
  role_mappings: list({
    description:
      "The role of each value of the claim; of several the highest holds. It is set at every sign-in. Empty: roles are set on the page Members.",
    items: object({
      description: "A value and its role.",
      fields: { value: text({ description: "The value of the claim.", max: 500 }), role: roleField },
    }),
    max: 200,
    default: [],
  }),
  default_role: choice({
    description: "The role of somebody whom no mapping gives one; null: they are refused.",
    choices: roles,
    nullable: true,
    default: null,
  }),
  team_mappings: list({
    description: "The team of each value of the claim, which the person joins when they sign in.",
    items: object({
      description: "A value and its team.",
      fields: {
        value: text({ description: "The value of the claim.", max: 500 }),
        team_id: text({ description: "The id of the team.", max: 100 }),
        remove: boolean({
          description: "Whether a person without the value leaves the team when they sign in; left out: no.",
          optional: true,
        }),
      },
    }),
    max: 500,
    default: [],
  }),
  allowed_domains: list({
    description: "The only domains of addresses that are let in; empty: any.",
    items: text({ description: "A domain.", format: "hostname", max: 253 }),
    max: 100,
    default: [],
  }),
  auto_create: boolean({
    description: "Whether somebody whom nobody invited becomes a member by signing in.",
    default: false,
  }),
} as const;

const switches = {
  require_sso: boolean({
    description:
      "Whether the members can sign in in no other way. Passwords then reach this organization no more, sessions by them included.",
    default: false,
  }),
  break_glass_user_id: text({
    description:
      "The id of the org_admin who may still sign in by password, for the day when the provider is away. Needed with require_sso; where none is named or stored: who sends this.",
    max: 100,
    nullable: true,
    default: null,
  }),
  enabled: boolean({ description: "Whether people can sign in by it.", default: false }),
} as const;

export type ConnectionSettings = ObjectValueOf<typeof settings>;

export const connectionInput = {
  ...settings,
  client_secret: secret({
    description:
      "The secret of the client at the provider; null for a client without one. Left out, the stored one stays, unless the issuer changes.",
  }),
  ...switches,
} as const;

export const connectionShape = object({
  description: "How members sign in at the organization's own provider.",
  fields: {
    ...settings,
    client_secret_set: boolean({ description: "Whether a secret of the client is stored." }),
    ...switches,
    redirect_uris: list({
      description:
        "What to enter as redirect URIs at the provider, both. The second is used where the provider does not name itself in its answers (RFC 9207).",
      items: text({ description: "A redirect URI." }),
      max: 2,
    }),
    sign_in_url: text({ description: "Where members begin." }),
    sign_out_uri: text({
      description:
        "What to enter at the provider as post-logout redirect URI, where it has such a field: where it sends the browser after signing out.",
    }),
  },
});

export const testInput = {
  id: text({
    description: "The id of a test that was begun; left out, one begins.",
    max: 100,
    nullable: true,
    default: null,
  }),
} as const;

export const testShape = object({
  description: "A test sign-in, which lets nobody in and changes nothing.",
  fields: {
    id: text({ description: "The id of the test, for asking again." }),
    status: choice({
      description: "Whether the sign-in at the provider is still awaited, worked or failed.",
      choices: ["waiting", "done", "failed"],
    }),
    url: text({
      description: "Where the same browser goes to sign in at the provider; null once it came back.",
      max: longestUrl,
      nullable: true,
    }),
    claims: object({
      description: "What the provider says of the person; null until then.",
      fields: { sub: text({ description: "Who it is at the provider: it stays when the address changes." }) },
      open: true,
      nullable: true,
    }),
    role: choice({ description: "The role that follows; null: none.", choices: roles, nullable: true }),
    team_ids: list({
      description: "The teams that follow.",
      items: text({ description: "An id." }),
      max: 500,
    }),
    problem: text({ description: "Why such a sign-in is refused; null: it is not.", nullable: true }),
  },
});

export const onwardShape = object({
  description: "Where the browser goes on.",
  fields: { location: text({ description: "The same as in the header Location.", max: longestUrl }) },
});

export const signedOutShape = object({
  description: "The session that ended.",
  fields: {
    ...deletedShape.fields,
    sign_out_url: text({
      description:
        "Where the browser goes to sign out at the organization's provider, too, which sends it back to the page for signing in; null: nowhere.",
      max: longestUrl,
      nullable: true,
    }),
  },
});

export const optionShape = object({
  description: "How people sign in for an organization.",
  fields: {
    organization: { ...organizationShape, nullable: true },
    sign_in_at: text({
      description: "Where the organization's own sign-in begins, as a path; null: there is none.",
      nullable: true,
    }),
  },
});

export const linkShape = object({
  description: "An account that waits for its owner's yes.",
  fields: {
    organization: organizationShape,
    email: text({ description: "The account's address." }),
    issuer: text({ description: "The provider that says so." }),
    signed_in: boolean({
      description: "Whether this browser is signed in as that account; then no password is needed.",
    }),
  },
});
