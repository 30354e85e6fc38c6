/** The pull request of what waits on the branch of the service: one, by each forge's public description of its API. */
import type { Json } from "../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import {
  type HttpRequests,
  type OutgoingRequest,
  type Reply,
  SendFailure,
} from "../../../transports/port.ts";
import { type ForgeRow, headersOf, repositoryOf } from "./forge.ts";

export interface PullRequest {
  /** As the forge counts them in the repository. */
  readonly number: string;
  readonly link: string;
  readonly state: "open" | "merged" | "closed";
}

export interface PullText {
  readonly title: string;
  readonly body: string;
}

interface Branches {
  readonly branch: string;
  readonly push_branch: string;
}

/** What is asked of a forge, below the address of the repository in its API. */
interface ForgeCall {
  readonly method: OutgoingRequest["method"];
  readonly path: string;
  readonly body?: JsonObject;
}

interface Api {
  open(branches: Branches, path: string): ForgeCall;
  create(branches: Branches, text: PullText): ForgeCall;
  update(number: string, text: PullText): ForgeCall;
  one(number: string): ForgeCall;
  read(found: JsonObject): PullRequest;
}

const query = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString();
const nested = (found: JsonObject, ...names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), found);

/** Of GitHub and Gitea: the same but for how an open one is looked for. */
const usual: Omit<Api, "open"> = {
  create: ({ branch, push_branch }, text) => ({
    method: "POST",
    path: "pulls",
    body: { ...text, head: push_branch, base: branch },
  }),
  update: (number, text) => ({ method: "PATCH", path: `pulls/${number}`, body: { ...text } }),
  one: (number) => ({ method: "GET", path: `pulls/${number}` }),
  read: (found) => ({
    number: String(found.number),
    link: String(found.html_url),
    state: found.state === "open" ? "open" : found.merged === true || found.merged_at ? "merged" : "closed",
  }),
};

const apis: Readonly<Record<string, Api>> = {
  github: {
    ...usual,
    open: ({ branch, push_branch }, path) => {
      const head = `${path.split("/")[0]}:${push_branch}`;
      return { method: "GET", path: `pulls?${query({ state: "open", head, base: branch })}` };
    },
  },
  gitea: {
    ...usual,
    open: ({ branch, push_branch }) => ({
      method: "GET",
      path: `pulls/${encodeURIComponent(branch)}/${encodeURIComponent(push_branch)}`,
    }),
  },
  gitlab: {
    open: ({ branch, push_branch }) => {
      const which = query({ state: "opened", source_branch: push_branch, target_branch: branch });
      return { method: "GET", path: `merge_requests?${which}` };
    },
    create: ({ branch, push_branch }, { title, body }) => ({
      method: "POST",
      path: "merge_requests",
      body: { title, description: body, source_branch: push_branch, target_branch: branch },
    }),
    update: (number, { title, body }) => ({
      method: "PUT",
      path: `merge_requests/${number}`,
      body: { title, description: body },
    }),
    one: (number) => ({ method: "GET", path: `merge_requests/${number}` }),
    read: (found) => ({
      number: String(found.iid),
      link: String(found.web_url),
      state: found.state === "merged" ? "merged" : found.state === "closed" ? "closed" : "open",
    }),
  },
  bitbucket: {
    open: ({ branch, push_branch }) => {
      const q = `source.branch.name="${push_branch}" AND destination.branch.name="${branch}" AND state="OPEN"`;
      return { method: "GET", path: `pullrequests?${query({ q })}` };
    },
    create: ({ branch, push_branch }, { title, body }) => ({
      method: "POST",
      path: "pullrequests",
      body: {
        ...{ title, description: body },
        source: { branch: { name: push_branch } },
        destination: { branch: { name: branch } },
      },
    }),
    update: (number, { title, body }) => ({
      method: "PUT",
      path: `pullrequests/${number}`,
      body: { title, description: body },
    }),
    one: (number) => ({ method: "GET", path: `pullrequests/${number}` }),
    read: (found) => ({
      number: String(found.id),
      link: String(nested(found, "links", "html", "href")),
      state: found.state === "OPEN" ? "open" : found.state === "MERGED" ? "merged" : "closed",
    }),
  },
};

/** The forge did not do it; the message is a part of a sentence. */
export class ForgeRefused extends Error {}

/** The calls of a source's forge; undefined where it has none, or no credential for it. */
export function pullRequestsOf(row: ForgeRow & Branches, credential: string | undefined, http: HttpRequests) {
  const [api, repository] = [apis[row.forge], repositoryOf(row)];
  if (api === undefined || repository === undefined || credential === undefined) return undefined;
  const { root, path } = repository;
  const ask = async (wanted: ForgeCall): Promise<Reply> => {
    const { method, body } = wanted;
    try {
      return await http.request({
        ...{ method, url: `${root}/${wanted.path}`, headers: headersOf(row.forge, credential) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        max_bytes: 4_194_304,
      });
    } catch (error) {
      if (error instanceof SendFailure) throw new ForgeRefused(error.message);
      throw error;
    }
  };
  const found = async (wanted: ForgeCall): Promise<PullRequest | undefined> => {
    const reply = await ask(wanted);
    if (reply.status === 404) return undefined;
    if (reply.status < 200 || reply.status > 299) throw new ForgeRefused(`it answered HTTP ${reply.status}`);
    const said = parsed(reply.text);
    const list = Array.isArray(said)
      ? said
      : isObject(said) && Array.isArray(said.values)
        ? said.values
        : [said];
    const first = list[0];
    return isObject(first) ? api.read(first) : undefined;
  };
  return {
    /** The one that is open between the two branches. */
    async open(): Promise<PullRequest | undefined> {
      const one = await found(api.open(row, path));
      return one?.state === "open" ? one : undefined;
    },
    one: (number: string) => found(api.one(number)),
    create: (text: PullText) => found(api.create(row, text)),
    update: (number: string, text: PullText) => found(api.update(number, text)),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new ForgeRefused("its answer is no JSON");
  }
}
