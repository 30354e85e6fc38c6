/** A program's request to be let in, as the browser brings it (RFC 6749, section 4.1.1; RFC 7636; RFC 8707). */
import type { Role } from "../../../kernel/access.ts";
import { text } from "../../../kernel/field.ts";
import { unknownClient } from "./clients.ts";
import { answerAt, isAmong } from "./redirects.ts";
import type { StoredClient } from "./store.ts";

const optional = (description: string, max: number) =>
  text({ description, max, min: 0, nullable: true, default: null });

/** The parameters by the names of the protocol; others are passed over, as it says. */
export const requestFields = {
  client_id: text({
    description: "Who asks: a registered id, or the address of the program's document.",
    max: 1_000,
  }),
  redirect_uri: text({
    description: "Where the answer goes; one of those that the program named.",
    max: 2_000,
  }),
  response_type: optional("`code`.", 100),
  code_challenge: optional("The SHA-256 of the program's verifier, in base64url.", 200),
  code_challenge_method: optional("`S256`.", 100),
  scope: optional("What the program would like: mcp:read, mcp:write or mcp:admin.", 1_000),
  state: optional("Comes back with the answer.", 4_000),
  resource: optional("The MCP endpoint.", 2_000),
} as const;

export type AuthorizationRequest = {
  readonly client_id: string;
  readonly redirect_uri: string;
} & { readonly [name in Exclude<keyof typeof requestFields, "client_id" | "redirect_uri">]: string | null };

/** What is wrong with a request whose sender is known: the code of the protocol, and a sentence. */
export interface Fault {
  readonly error: "invalid_request" | "unsupported_response_type" | "invalid_target";
  readonly message: string;
}

/** Nothing is sent to an address that the program did not name: no answer, and no refusal. @throws Refusal 400 `oauth_client` */
export function checkRedirect({ redirect_uri }: AuthorizationRequest, { redirectUris }: StoredClient): void {
  if (!isAmong(redirect_uri, redirectUris))
    throw unknownClient(
      "The program wants the answer at an address that it did not register; connect it again.",
    );
}

/** @param endpoint the MCP endpoint's address */
export function faultOf(request: AuthorizationRequest, endpoint: string): Fault | undefined {
  const { response_type, code_challenge, code_challenge_method, resource } = request;
  if (response_type !== "code")
    return { error: "unsupported_response_type", message: "response_type has to be code." };
  if (code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(code_challenge ?? ""))
    return { error: "invalid_request", message: "PKCE with code_challenge_method S256 is needed." };
  if (resource !== null && !isEndpoint(resource, endpoint))
    return { error: "invalid_target", message: `resource has to be ${endpoint}.` };
  return undefined;
}

/** Whether a resource that a program names is the endpoint; one that names none means it, as there is no other. */
export function isEndpoint(resource: string, endpoint: string): boolean {
  return URL.canParse(resource) && new URL(resource).href === new URL(endpoint).href;
}

/** Where the browser takes the answer; `iss` says whose it is (RFC 9207). */
export function answerTo(
  { redirect_uri, state }: AuthorizationRequest,
  issuer: string,
  answer: { readonly code: string } | { readonly error: string; readonly error_description: string },
): string {
  return answerAt(redirect_uri, { ...answer, state, iss: issuer });
}

const scopeOfRole = { viewer: "mcp:read", member: "mcp:write", org_admin: "mcp:admin" } as const;
export const scopes = Object.values(scopeOfRole);

/** The scope that a ceiling comes to. */
export function scopeOf(maxRole: Role | null): string {
  return scopeOfRole[maxRole ?? "org_admin"];
}

/** The ceiling that the scopes come to, which the person may change: without any of ours, the least. */
export function roleOf(scope: string | null): Role {
  const wanted = (scope ?? "").split(" ");
  return (["org_admin", "member"] as const).find((role) => wanted.includes(scopeOfRole[role])) ?? "viewer";
}
