/** A program that connects by OAuth, and the person who is asked, each as far as HTTP shows them. */
import { createHash, randomBytes } from "node:crypto";
import type { Answer, TestService } from "../support/service.ts";
import type { Person } from "../support/sign-in.ts";

export const redirectUri = "https://assistant.example/callback";

export interface Program {
  readonly id: string;
  readonly verifier: string;
  /** The parameters with which it sends the person's browser. */
  readonly request: Readonly<Record<string, string>>;
}

let registered = 0;

/** An address that has registered nothing yet. */
export function freshAddress(): string {
  registered += 1;
  return `198.18.${registered >> 8}.${registered & 255}`;
}

/** Registers a program, which then wants to be let in. */
export async function programOf(
  test: TestService,
  {
    metadata = {},
    request = {},
  }: { readonly metadata?: object; readonly request?: Record<string, string> } = {},
): Promise<Program> {
  const { status, body } = await test.send("POST", "/oauth/register", {
    address: freshAddress(),
    body: { client_name: "Assistant", redirect_uris: [redirectUri], ...metadata },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return wanting(body.client_id, request);
}

export function wanting(id: string, request: Record<string, string> = {}): Program {
  const verifier = randomBytes(32).toString("base64url");
  return {
    id,
    verifier,
    request: {
      client_id: id,
      redirect_uri: redirectUri,
      response_type: "code",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state: "of the program",
      resource: "http://localhost:80/api/mcp",
      ...request,
    },
  };
}

export function look(person: Person, { request }: Pick<Program, "request">): Promise<Answer> {
  return person.send("GET", `account/authorization?${new URLSearchParams(request)}`);
}

/** The person says yes, as the page does. */
export function allow(
  person: Person,
  { request }: Pick<Program, "request">,
  organizations: readonly string[],
  choice: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const body = {
    ...request,
    name: "My assistant",
    organizations,
    max_role: "viewer",
    expires_at: null,
    ...choice,
  };
  return person.send("POST", "account/authorization", { body, headers });
}

/** What the browser takes to the program. */
export function broughtBy({ status, body }: Answer): URLSearchParams {
  if (status > 201) throw new Error(JSON.stringify(body));
  return new URL(body.location).searchParams;
}

export function post(test: TestService, path: string, fields: Record<string, string>): Promise<Answer> {
  return test.send("POST", path, {
    headers: { "content-type": "application/x-www-form-urlencoded", host: "localhost:80" },
    body: new URLSearchParams(fields).toString(),
  });
}

export function redeem(
  test: TestService,
  { id, verifier, request }: Program,
  code: string,
  other: Record<string, string> = {},
): Promise<Answer> {
  return post(test, "/oauth/token", {
    grant_type: "authorization_code",
    code,
    client_id: id,
    redirect_uri: request.redirect_uri ?? "",
    code_verifier: verifier,
    resource: "http://localhost:80/api/mcp",
    ...other,
  });
}

export function refresh(test: TestService, id: string, token: string): Promise<Answer> {
  return post(test, "/oauth/token", { grant_type: "refresh_token", refresh_token: token, client_id: id });
}

/** A program that was let in. */
export async function connected(
  test: TestService,
  person: Person,
  organizations: readonly string[],
  choice: object = {},
) {
  const program = await programOf(test);
  const code = broughtBy(await allow(person, program, organizations, choice)).get("code") ?? "";
  const { status, body } = await redeem(test, program, code);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { program, code, access: body.access_token as string, refresh: body.refresh_token as string, body };
}
