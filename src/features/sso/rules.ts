/** What a connection has to be, as far as its settings show. Pure rules. */
import type { Problem } from "../../kernel/problem.ts";
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

function issuerProblems(issuer: string): Problem[] {
  const of = (message: string) => [{ field: "issuer", message }];
  if (!URL.canParse(issuer)) return of("must be an https URL, such as https://accounts.google.com");
  const { protocol, hostname, username, search, hash } = new URL(issuer);
  if (protocol !== "https:" && !(protocol === "http:" && own.test(hostname)))
    return of("must begin with https://; plain http is for a provider on this machine only");
  if (username !== "" || search !== "" || hash !== "")
    return of("must have no user name, no query and no fragment");
  if (issuer.includes("/.well-known/"))
    return of("must be what the provider names itself; leave out /.well-known/openid-configuration");
  return [];
}
