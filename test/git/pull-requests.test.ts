/** The calls for a pull request, as each forge describes its API. */
import { expect, it } from "vitest";
import { pullRequestsOf } from "../../src/features/changes/git/pull-requests.ts";
import type { HttpRequests, OutgoingRequest } from "../../src/transports/port.ts";

const branches = { branch: "main", push_branch: "orgconfig/changes" };
const text = { title: "A title", body: "What it is" };

/** What each forge answers of one pull request, and the calls that it gets for it. */
const forges: Readonly<
  Record<string, { answer: (state: string) => object; list: string; one: string; made: object }>
> = {
  github: {
    answer: (state) => ({
      number: 7,
      html_url: "https://f/7",
      state: state === "open" ? "open" : "closed",
      merged: state === "merged",
    }),
    list: "repos/acme/mon/pulls?state=open&head=acme%3Aorgconfig%2Fchanges&base=main",
    one: "repos/acme/mon/pulls",
    made: { ...text, head: "orgconfig/changes", base: "main" },
  },
  gitea: {
    answer: (state) => ({
      number: 7,
      html_url: "https://f/7",
      state: state === "open" ? "open" : "closed",
      merged: state === "merged",
    }),
    list: "repos/acme/mon/pulls/main/orgconfig%2Fchanges",
    one: "repos/acme/mon/pulls",
    made: { ...text, head: "orgconfig/changes", base: "main" },
  },
  gitlab: {
    answer: (state) => ({ iid: 7, web_url: "https://f/7", state: state === "open" ? "opened" : state }),
    list: "projects/acme%2Fmon/merge_requests?state=opened&source_branch=orgconfig%2Fchanges&target_branch=main",
    one: "projects/acme%2Fmon/merge_requests",
    made: {
      title: "A title",
      description: "What it is",
      source_branch: "orgconfig/changes",
      target_branch: "main",
    },
  },
  bitbucket: {
    answer: (state) => ({
      id: 7,
      links: { html: { href: "https://f/7" } },
      state: { open: "OPEN", merged: "MERGED", closed: "DECLINED" }[state],
    }),
    list: `repositories/acme/mon/pullrequests?${new URLSearchParams({ q: 'source.branch.name="orgconfig/changes" AND destination.branch.name="main" AND state="OPEN"' })}`,
    one: "repositories/acme/mon/pullrequests",
    made: {
      ...{ title: "A title", description: "What it is" },
      ...{ source: { branch: { name: "orgconfig/changes" } }, destination: { branch: { name: "main" } } },
    },
  },
};

it.each(Object.keys(forges))(
  "%s: looks for it, opens it, keeps it, and sees what became of it",
  async (forge) => {
    const { answer, list, one, made } = forges[forge] as (typeof forges)[string];
    const asked: OutgoingRequest[] = [];
    let reply: { status: number; text: string } = { status: 200, text: "[]" };
    const http = {
      request: async (request: OutgoingRequest) => {
        asked.push(request);
        return { ...reply, headers: {} };
      },
    } as unknown as HttpRequests;
    const row = {
      forge,
      url: "https://git.example.com/acme/mon.git",
      api_url: "https://api.example.com",
      ...branches,
    };
    const calls = pullRequestsOf(row, "a-token", http);
    if (calls === undefined) throw new Error("no calls");
    const last = () => {
      const { method, url, body } = asked.at(-1) as OutgoingRequest;
      return [method, url, body === undefined ? undefined : JSON.parse(String(body))];
    };
    expect(await calls.open()).toBeUndefined();
    expect(last()).toEqual(["GET", `https://api.example.com/${list}`, undefined]);
    const is = (state: string) => ({ number: "7", link: "https://f/7", state });
    reply = { status: 201, text: JSON.stringify(answer("open")) };
    expect(await calls.create(text)).toEqual(is("open"));
    expect(last()).toEqual(["POST", `https://api.example.com/${one}`, made]);
    expect(await calls.update("7", text)).toEqual(is("open"));
    expect(last().slice(1, 2)).toEqual([`https://api.example.com/${one}/7`]);
    for (const state of ["open", "merged", "closed"]) {
      reply = { status: 200, text: JSON.stringify(answer(state)) };
      expect(await calls.one("7")).toEqual(is(state));
    }
    reply = { status: 403, text: "{}" };
    await expect(calls.one("7")).rejects.toThrow("it answered HTTP 403");
    reply = { status: 404, text: "{}" };
    expect(await calls.one("7")).toBeUndefined();
    expect(pullRequestsOf(row, undefined, http)).toBeUndefined();
    expect(pullRequestsOf({ ...row, forge: "none" }, "a-token", http)).toBeUndefined();
  },
);
