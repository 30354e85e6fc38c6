/**
 * Who programs are: what they say of themselves when they register (RFC 7591), or in the document at the address that is their
 * id (OAuth Client ID Metadata Document). Nobody checks what they say, so little of it is taken, and all of it is bounded.
 */
import { JsonFault, parseJson } from "../../../kernel/json.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { type HttpTransport, SendFailure } from "../../../transports/port.ts";
import { destinationOf, redirectProblem } from "./redirects.ts";
import type { OauthStore, StoredClient } from "./store.ts";

const longestName = 80;
const mostRedirects = 20;
/** A document is said to have at most 5 KB; what is longer than this is not read. */
const documentBytes = 16_384;
const documentMs = 5_000;
/** So long a document counts as read. */
const freshMs = 3_600_000;
/** Programs that are kept although nobody let them in. */
export const mostClients = 5_000;

/** Why a program's description of itself is not taken, in the protocol's words and in a sentence. */
export class BadClient extends Error {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  constructor(error: BadClient["error"], message: string) {
    super(message);
    this.error = error;
  }
}

/** @throws BadClient */
export function readClient(sent: unknown): Pick<StoredClient, "name" | "redirectUris"> {
  const members = (typeof sent === "object" && sent !== null ? sent : {}) as Readonly<
    Record<string, unknown>
  >;
  const { redirect_uris: redirectUris, client_name: name, grant_types, response_types } = members;
  if (!Array.isArray(redirectUris) || redirectUris.length === 0 || redirectUris.length > mostRedirects)
    throw new BadClient(
      "invalid_redirect_uri",
      `redirect_uris must be a list of 1 to ${mostRedirects} addresses.`,
    );
  for (const [index, uri] of redirectUris.entries()) {
    const problem = redirectProblem(uri);
    if (problem !== undefined)
      throw new BadClient("invalid_redirect_uri", `redirect_uris[${index}] ${problem}.`);
  }
  const lacks = (list: unknown, needed: string) =>
    list !== undefined && !(Array.isArray(list) && list.includes(needed));
  if (lacks(grant_types, "authorization_code"))
    throw new BadClient("invalid_client_metadata", "grant_types must have authorization_code.");
  if (lacks(response_types, "code"))
    throw new BadClient("invalid_client_metadata", "response_types must have code.");
  const said = typeof name === "string" ? oneLine(name.slice(0, 1_000), longestName) : "";
  return { redirectUris, name: said === "" ? destinationOf(redirectUris[0]).name : said };
}

/** Whether a client's id is the address of a document: https with a path, and nothing in it that could be read in two ways. */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith("https://") || id.length > 1_000 || !URL.canParse(id)) return false;
  const { href, pathname, hash, username, password } = new URL(id);
  return href === id && pathname !== "/" && hash === "" && username === "" && password === "";
}

export interface Documents {
  readonly oauth: OauthStore;
  readonly http: HttpTransport;
}

/**
 * The program with that id. Its document is fetched by the service's guard for outgoing requests, on behalf of the
 * organization of the person who was asked.
 * @param saysWhy whether a refusal says what the address answered: it may be in a network that only an org_admin may look into
 * @throws Refusal 400 `oauth_client`
 */
export async function clientOf(
  { oauth, http }: Documents,
  id: string,
  organizationId: string,
  now: Date,
  saysWhy: boolean,
): Promise<StoredClient> {
  const known = await oauth.client(id);
  if (!isDocumentAddress(id)) {
    if (known === undefined)
      throw unknownClient("The program is not registered here, or no longer; connect it again.");
    return known;
  }
  if (known?.freshUntil != null && known.freshUntil > now) return known;
  const described = await fetchDocument(http, id, organizationId, saysWhy);
  const client = { id, ...described, freshUntil: new Date(now.getTime() + freshMs) };
  await oauth.put(client, mostClients, now);
  return client;
}

async function fetchDocument(http: HttpTransport, id: string, organizationId: string, saysWhy: boolean) {
  try {
    const { status, text } = await http.of({ organizationId, use: "sign_in" }).request({
      method: "GET",
      url: id,
      headers: { accept: "application/json" },
      timeout_ms: documentMs,
      max_bytes: documentBytes,
    });
    if (status !== 200) throw new BadClient("invalid_client_metadata", `its address answers HTTP ${status}.`);
    const document = parseJson(Buffer.from(text)) as Readonly<Record<string, unknown>> | null;
    if (document?.client_id !== id)
      throw new BadClient(
        "invalid_client_metadata",
        "its client_id is not the address at which it was read.",
      );
    const { token_endpoint_auth_method: method = "none" } = document;
    if (method !== "none" || "client_secret" in document)
      throw new BadClient("invalid_client_metadata", "its token_endpoint_auth_method has to be none.");
    return readClient(document);
  } catch (error) {
    const isTheirs = [BadClient, SendFailure, JsonFault].some((known) => error instanceof known);
    if (isTheirs && !saysWhy)
      throw unknownClient(
        "The program's description of itself cannot be read at the address that is its id; an org_admin who connects it sees why.",
      );
    if (error instanceof BadClient || error instanceof SendFailure)
      throw unknownClient(`The program's description of itself cannot be used: ${error.message}`);
    if (error instanceof JsonFault)
      throw unknownClient("The program's description of itself cannot be used: it is not JSON.");
    throw error;
  }
}

export function unknownClient(message: string): Refusal {
  return new Refusal("bad_request", message, { reason: "oauth_client" });
}
