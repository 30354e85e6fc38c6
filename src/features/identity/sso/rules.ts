/** What a connection has to be, as far as its settings show. Pure rules. */
import type { Problem } from "../../../kernel/problem.ts";
import type { ConnectionSettings } from "./shapes.ts";

const own = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function problemsOf({ issuer, scopes }: ConnectionSettings): Problem[] {
  return [
    ...issuerProblems(issuer),
    ...(scopes.some((scope) => /[\s"\\]/.test(scope))
      ? [
          {
            field: "scopes",
            message: "holds a scope with a space, a quote or a backslash, which none can have",
          },
        ]
      : []),
  ];
}

/** Microsoft's addresses for several tenants, at which the issuer is a template. */
const severalTenants = /^https:\/\/login\.microsoftonline\.[a-z]+\/(common|organizations|consumers)(\/|$)/i;
const ownTenant =
  "must name your own tenant: the issuer there is a template such as https://login.microsoftonline.com/{tenantid}/v2.0, and tokens name the tenant";

/** What is wrong where the provider names itself otherwise; undefined where it says nothing. */
export function misnamedProblem(issuer: string, named: string | undefined): Problem[] {
  if (named === undefined || named === issuer) return [];
  const what = /[{}]/.test(named) ? ", which is a template: name your own tenant" : ", letter for letter";
  return [
    {
      field: "issuer",
      message: `must be what the provider names itself${what}: this is ${JSON.stringify(issuer)}, and its description says ${JSON.stringify(named)}`,
    },
  ];
}

export function issuerProblems(issuer: string): Problem[] {
  const of = (message: string) => [{ field: "issuer", message }];
  if (/\s/.test(issuer)) return of("must have no blanks");
  if (/[{}]|%7[bd]/i.test(issuer)) return of(ownTenant);
  if (!URL.canParse(issuer)) return of("must be an https URL, such as https://accounts.google.com");
  const { protocol, hostname, username, search, hash } = new URL(issuer);
  if (protocol !== "https:" && !(protocol === "http:" && own.test(hostname)))
    return of("must begin with https://; plain http is for a provider on this machine only");
  if (username !== "" || search !== "" || hash !== "")
    return of("must have no user name, no query and no fragment");
  if (severalTenants.test(issuer)) return of(ownTenant);
  if (issuer.includes("/.well-known/"))
    return of("must be what the provider names itself; leave out /.well-known/openid-configuration");
  return [];
}
