/**
 * Whose rows they are. A state holds rows of one organization, and a key of another must touch none of them:
 * a setting has the same id everywhere, so that it would be written over, and every other row would look
 * deleted. So each row's private bytes carry the organization next to what the resource itself keeps there.
 */
import type { Json } from "../src/kernel/field.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import { type Answer, type Client, ofOlderService } from "./client.ts";
import { error, keyRefusal, messageOf } from "./refusals.ts";
import { type Organization, onceInSession, type Session } from "./session.ts";
import { type Diagnostic, DiagnosticsError } from "./wire/diagnostics.ts";
import type { ResourceServer } from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";

const whoami = "/api/v1/whoami";

/** The organization that the key belongs to. @throws DiagnosticsError where the service does not say */
export async function askOrganization(client: Client, signal: AbortSignal): Promise<Organization> {
  const answer = await client("GET", whoami, { signal });
  const organization = organizationIn(answer.body.organization);
  if (answer.status === 200 && organization !== undefined) return organization;
  // A service that has no such call yet gives no reason either.
  if (answer.status === 404) throw ofOlderService("GET", whoami);
  throw new DiagnosticsError([noOrganization(answer)]);
}

/** A refusal is the service's own; a success that names no organization is from another server. */
function noOrganization(answer: Answer): Diagnostic {
  const { status, body } = answer;
  if (status < 300) {
    const detail = `The answer to GET ${whoami} has status ${status} and JSON that is not from this service. Set endpoint (or ORGCONFIG_ENDPOINT, ORGCONFIG_URL) to the address of an orgconfig service, without a path.`;
    return error("The endpoint does not answer as this service does", detail);
  }
  const summary = `The service answered ${status} when asked whose key this is`;
  return keyRefusal(answer) ?? error(summary, `${messageOf(answer)} (request ${String(body.request_id)})`);
}

/** What is wrong where the provider block names the one organization that it is meant for. */
export function guardProblems({ organization: wanted }: ObjectValue, actual: Organization): Diagnostic[] {
  if (typeof wanted !== "string" || wanted === actual.id || wanted === actual.slug) return [];
  const detail = `organization (or ORGCONFIG_ORGANIZATION) is "${wanted}"; the API key belongs to ${titled(actual)}. Nothing was read or changed. Set api_key (or ORGCONFIG_API_KEY, ORGCONFIG_KEY) to a key of "${wanted}", or write organization = "${actual.slug}" if that is the one you mean.`;
  return [{ ...error("The API key belongs to another organization", detail), path: ["organization"] }];
}

/**
 * The same server, for rows of one organization. A row that the state has from another one is neither read
 * nor written; one of a state from before organizations were kept gets the key's.
 */
export function ofOneOrganization(
  server: ResourceServer,
  current: () => Session | undefined,
): ResourceServer {
  /** What the row's private bytes hold, and whether they are of another organization than the key. */
  function open(bytes: Uint8Array) {
    const { organization, own } = opened(bytes);
    const session = current();
    const foreign =
      organization !== undefined && session !== undefined && organization.id !== session.organization.id;
    return {
      own,
      foreign: foreign ? { session, organization } : undefined,
      /** The organization stays spelled as it was: renaming it is no change of its rows. */
      seal: (next: Uint8Array) => sealed(organization ?? session?.organization, next),
    };
  }

  /** For a write: nothing gets past. */
  function opening(bytes: Uint8Array): Uint8Array {
    const { own, foreign } = open(bytes);
    if (foreign !== undefined)
      throw new DiagnosticsError([refuse(foreign, "The row was left as it is.", isFirst(foreign.session))]);
    return own;
  }

  /** After a write the organization is called as it is called now. */
  const written = <T extends { readonly private?: Uint8Array }>(result: T): T =>
    result.private === undefined
      ? result
      : { ...result, private: sealed(current()?.organization, result.private) };

  return {
    ...server,
    plan: async (request) => {
      const { own, foreign, seal } = open(request.private);
      warnOnce(foreign);
      const result = await server.plan({ ...request, private: own });
      return { ...result, private: seal(result.private ?? own) };
    },
    planDestroy: async (request) => {
      const { own, foreign, seal } = open(request.private);
      warnOnce(foreign);
      const result = await server.planDestroy?.({ ...request, private: own });
      return { ...result, private: seal(result?.private ?? own) };
    },
    read: async (request) => {
      const { own, foreign, seal } = open(request.private);
      warnOnce(foreign);
      if (foreign !== undefined) return { state: request.state };
      const result = await server.read({ ...request, private: own });
      return { ...result, private: seal(result.private ?? own) };
    },
    create: async (request) =>
      written(await server.create({ ...request, private: opening(request.private) })),
    update: async (request) =>
      written(await server.update({ ...request, private: opening(request.private) })),
    destroy: (request) => server.destroy({ ...request, private: opening(request.private) }),
    import: async (request) => written(await server.import(request)),
  };
}

interface Foreign {
  readonly session: Session;
  /** Of the state. */
  readonly organization: Organization;
}

const isFirst = onceInSession();

/** For what a plan does. The other rows go on without a request, each with the state that it had. */
function warnOnce(foreign: Foreign | undefined): void {
  if (foreign === undefined || !isFirst(foreign.session)) return;
  throw new DiagnosticsError([refuse(foreign, "Nothing was read or changed.", true)]);
}

function refuse({ session, organization }: Foreign, outcome: string, withWayOut: boolean): Diagnostic {
  const summary = "The state belongs to another organization than the API key";
  const whose = `The state holds rows of ${titled(organization)}; the API key belongs to ${titled(session.organization)}. ${outcome}`;
  if (!withWayOut) return error(summary, whose);
  const wayOut = `To go on with "${organization.slug}", set api_key (or ORGCONFIG_API_KEY, ORGCONFIG_KEY) to one of its keys. To set up "${session.organization.slug}" with this configuration, give it a state of its own: another workspace, backend key or folder. To give the rows of "${organization.slug}" up without deleting them, take them out of the state with terraform state rm.`;
  return error(summary, `${whose}\n\n${wayOut}`);
}

/** `Acme (slug acme, id org_1)` */
export function titled({ id, slug, name }: Organization): string {
  return `${name} (slug ${slug}, id ${id})`;
}

/** Before organizations were kept, the bytes were the resource's own: an ETag, which begins with a quote. */
function opened(bytes: Uint8Array): { organization: Organization | undefined; own: Uint8Array } {
  const text = Buffer.from(bytes).toString();
  if (!text.startsWith("{")) return { organization: undefined, own: bytes };
  const { organization, own } = JSON.parse(text) as JsonObject;
  return { organization: organizationIn(organization), own: Buffer.from(String(own)) };
}

function sealed(organization: Organization | undefined, own: Uint8Array): Uint8Array {
  if (organization === undefined) return own;
  return Buffer.from(JSON.stringify({ organization, own: Buffer.from(own).toString() }));
}

function organizationIn(value: Json | undefined): Organization | undefined {
  if (!isObject(value)) return undefined;
  const { id, slug, name } = value;
  if (typeof id !== "string") return undefined;
  return { id, slug: String(slug), name: String(name) };
}
