/** The same call of a tool sent both ways: to be answered as a plain call, and with a query that leads to the package. */
import type { Answer, TestService } from "../support/service.ts";
import { modernHeaders, modernRequest, path } from "./support.ts";

export interface Sent {
  readonly name?: string;
  readonly input?: object;
  readonly id?: unknown;
  readonly credential?: string;
  /** A header that is undefined is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The whole message, where it is no usual one. */
  readonly body?: unknown;
}

export interface Ways {
  post(sent: Sent, query?: string): Promise<Answer>;
  both(sent: Sent): Promise<{ readonly quick: Answer; readonly slow: Answer }>;
}

/** Means nothing, and leads to the package. */
export const byPackage = "?readonly=0";

/** @param usual what is sent where a call says nothing else: who calls, and the team that is read */
export function waysOf(
  test: TestService,
  usual: { readonly credential: string; readonly team: string },
): Ways {
  const post: Ways["post"] = (sent, query = "") => {
    const { name = "get_team", input = { id: usual.team }, id = 1, credential = usual.credential } = sent;
    const params = { name, arguments: input };
    const headers = {
      ...modernHeaders("tools/call", params),
      authorization: `Bearer ${credential}`,
      ...sent.headers,
    };
    return test.send("POST", `${path}${query}`, {
      headers: Object.fromEntries(
        Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
      body: sent.body ?? modernRequest("tools/call", params, id),
    });
  };
  return {
    post,
    both: async (sent) => ({ quick: await post(sent), slow: await post(sent, byPackage) }),
  };
}

/** What is the same for two requests that ask the same. */
export function seen({ status, headers, text }: Answer) {
  const { "x-request-id": _id, date: _date, "content-length": _length, ...rest } = headers;
  return { status, headers: rest, text: text.replace(/req_\w+/g, "<request>") };
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
