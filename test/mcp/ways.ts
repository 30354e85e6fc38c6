/** The same message sent twice: as it is, and so that the protocol's package answers it. */
import type { Answer, TestService } from "../support/service.ts";
import { modern, modernHeaders, modernRequest, path } from "./support.ts";

export interface Sent {
  /** The protocol revision; null for a client that names none. */
  readonly revision?: string | null;
  readonly name?: string;
  readonly input?: object;
  readonly id?: unknown;
  readonly credential?: string;
  readonly query?: string;
  /** A header that is undefined is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The whole message, where it is no usual one. */
  readonly body?: unknown;
}

export interface Ways {
  post(sent: Sent, by?: "package"): Promise<Answer>;
  both(sent: Sent): Promise<{ readonly ours: Answer; readonly packages: Answer }>;
}

/** Every revision that the package's clients speak, and none. */
export const revisions = [
  modern,
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
  null,
] as const;

/** A parameter of the media type means nothing, and is unusual: the package answers. */
export function byPackage(mediaType = "application/json"): string {
  return `${mediaType}; by=package`;
}

/** @param usual what is sent where a call says nothing else: who calls, and the team that is read */
export function waysOf(
  test: TestService,
  usual: { readonly credential: string; readonly team: string },
): Ways {
  const post: Ways["post"] = (sent, by) => {
    const { name = "get_team", input = { id: usual.team }, id = 1, credential = usual.credential } = sent;
    const { revision = modern, query = "" } = sent;
    const call = { name, arguments: input };
    const headers: Sent["headers"] = {
      ...headersOf(revision, call),
      authorization: `Bearer ${credential}`,
      ...sent.headers,
    };
    const mediaType = headers["content-type"] ?? "application/json";
    const given = { ...headers, "content-type": by === undefined ? mediaType : byPackage(mediaType) };
    return test.send("POST", `${path}${query}`, {
      headers: Object.fromEntries(
        Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
      body: sent.body ?? messageOf(revision, call, id),
    });
  };
  return {
    post,
    both: async (sent) => ({ ours: await post(sent), packages: await post(sent, "package") }),
  };
}

function headersOf(revision: string | null, call: object): Record<string, string> {
  if (revision === modern) return modernHeaders("tools/call", call);
  const accept = "application/json, text/event-stream";
  return revision === null ? { accept } : { accept, "mcp-protocol-version": revision };
}

function messageOf(revision: string | null, params: object, id: unknown): object {
  if (revision === modern) return modernRequest("tools/call", params, id);
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

/** What is the same for two requests that ask the same. A text that is sent whole has a length, and a stream has none. */
export function seen({ status, headers, text }: Answer) {
  const {
    "x-request-id": _id,
    date: _date,
    "content-length": _length,
    "transfer-encoding": _transfer,
    connection: _connection,
    "mcp-session-id": session,
    ...rest
  } = headers;
  // A session's id ends with what no two have.
  const client: typeof rest =
    session === undefined ? {} : { session: String(session).replace(/:[0-9a-f-]{36}$/, "") };
  return { status, headers: { ...rest, ...client }, text: timeless(text).replace(/req_\w+/g, "<request>") };
}

/** Without the time at the service, which no two calls share; it stands in JSON, and in JSON within that. */
function timeless(text: string): string {
  return text.replace(/(\\*"now\\*":\\*")[^"\\]+/g, "$1<now>");
}

/** Counts what becomes a web request, which only the package is given; until `end` is called. */
export function countToPackage() {
  const WebRequest = globalThis.Request;
  const counter = {
    count: 0,
    end: () => {
      globalThis.Request = WebRequest;
    },
  };
  globalThis.Request = class extends WebRequest {
    constructor(...given: ConstructorParameters<typeof WebRequest>) {
      super(...given);
      counter.count += 1;
    }
  };
  return counter;
}
