/** What pages read, kept for a while and shared between them. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition, Definitions } from "../../src/surfaces/console/definitions.ts";
import { calls, namedActions } from "./calls.ts";
import { type Answer, act, Refused, request, send } from "./client.ts";
import type {
  ApiKey,
  Listed,
  Member,
  RowCount,
  Rows,
  ScimToken,
  SignInOption,
  SsoConnection,
  SubscriberCounts,
  WhoAmI,
} from "./shapes.ts";
import { markOf, postMark } from "./tabs.ts";

const definitionsFrom = async (url: string) => (await request<Definitions>("GET", url)).body;

export const definitionsQuery = queryOptions({
  queryKey: ["definitions"],
  queryFn: () => definitionsFrom("/console/definitions.json"),
  staleTime: Number.POSITIVE_INFINITY,
});

/** For a page without a form: the help of fields is two thirds of them, and comes with `askForHelp`. */
export function askForBrief(client: QueryClient): void {
  const queryFn = () => definitionsFrom("/console/definitions.json?brief");
  void client.prefetchQuery({ ...definitionsQuery, queryFn });
}

/** The definitions with what `askForBrief` left out, where that is not there yet. */
export async function askForHelp(client: QueryClient): Promise<void> {
  if (client.getQueryData(definitionsQuery.queryKey)?.brief === true)
    await client.prefetchQuery({ ...definitionsQuery, staleTime: 0 });
}

/** The person whose page it is; of a session that ended meanwhile, what it was. Null where nobody is signed in. */
export type Session = WhoAmI & { readonly ended?: Ended };

/** Why a session is over: the person signed out in another tab, or the service knows it no more. */
export type Ended = "signed_out" | "over";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ client, queryKey }): Promise<Session | null> => {
    const known = client.getQueryData<Session | null>(queryKey);
    const before = known ?? null;
    try {
      const who = (await send<WhoAmI>("get_session")).body;
      if (markOf(before) !== markOf(who)) {
        // Somebody else may have signed in from another tab; the same person may see more, or less. When the page begins,
        // all that it has was asked for with this session.
        if (known !== undefined && before?.user.id !== who.user.id) forgetAll(client);
        else if (known !== undefined) void client.invalidateQueries({ predicate: isRead });
        postMark(markOf(who));
      }
      return who;
    } catch (error) {
      if (error instanceof Refused && error.status === 401)
        return before && { ...before, ended: before.ended ?? "over" };
      throw error;
    }
  },
  staleTime: 60_000,
});

export const rowsQuery = (org: string, definition: Definition) =>
  queryOptions({
    queryKey: ["rows", org, definition.kind],
    queryFn: async () => (await act<Rows>(org, definition.actionNames.list, { etags: true })).body,
    staleTime: 5_000,
  });

/** Rows by their ids, wherever they stand in a list that is longer than one call answers; one that is gone is left out. */
export const rowsOfIdsQuery = (org: string, kind: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["rows", org, kind, "ids", ids],
    queryFn: async (): Promise<readonly JsonObject[]> => {
      const rows: JsonObject[] = [];
      for (let from = 0; from < ids.length; from += mostFound) {
        const some = ids.slice(from, from + mostFound);
        const found = await act<{ readonly data: readonly JsonObject[] }>(org, namedActions.searchRows, {
          kind,
          ids: some,
          limit: mostFound,
        });
        rows.push(...found.body.data);
      }
      return rows;
    },
    staleTime: 5_000,
  });

/** As many as one call finds. */
const mostFound = 200;

/** How many rows there are of each kind. Its key begins like those of rows: a write may move it. */
export const countsQuery = (org: string) =>
  queryOptions({
    queryKey: ["rows", org, "", "counts"],
    queryFn: async () => {
      const { data } = (await send<{ data: readonly RowCount[] }>("count_rows", { org })).body;
      return new Map(data.map((count) => [count.kind, count]));
    },
  });

export interface Row {
  readonly row: JsonObject;
  readonly etag: string;
  /** The set that owns it; null for none. */
  readonly managedBy: string | null;
}

export function rowOf({ body, etag, managedBy }: Answer<JsonObject>): Row {
  return { row: body, etag: etag ?? "*", managedBy };
}

export const rowQuery = (org: string, definition: Definition, id: string) =>
  queryOptions({
    queryKey: ["row", org, definition.kind, id],
    queryFn: async (): Promise<Row> => {
      const input = definition.shape === "setting" ? {} : { id };
      return rowOf(await act<JsonObject>(org, definition.actionNames.get, input));
    },
  });

/** An action that only reads, by its name. */
export const readQuery = <T>(org: string, action: string, input: Readonly<Record<string, Json>>) =>
  queryOptions({
    queryKey: ["read", org, action, input],
    queryFn: async () => (await act<T>(org, action, input)).body,
  });

/** How many subscribe to the status page. */
export const subscribersQuery = (org: string) =>
  readQuery<SubscriberCounts>(org, namedActions.countSubscribers, {});

/** A file that an action writes, as text. */
export const fileQuery = (org: string, action: string, input: Readonly<Record<string, Json>>) =>
  queryOptions({
    queryKey: ["read", org, action, input, "file"],
    queryFn: async () => {
      const { body, filename } = await act<Json>(org, action, input);
      // The service prints JSON in the same way.
      return { text: typeof body === "string" ? body : `${JSON.stringify(body, null, 2)}\n`, filename };
    },
  });

export const membersQuery = (org: string) =>
  queryOptions({
    queryKey: ["members", org],
    queryFn: async () => (await send<Listed<Member>>("list_members", { org })).body,
  });

/** The organization's own sign-in; null where none is set up. */
export const ssoQuery = (org: string) =>
  queryOptions({
    queryKey: ["sso", org],
    queryFn: async (): Promise<{ readonly sso: SsoConnection; readonly etag: string | null } | null> => {
      try {
        const { body, etag } = await send<SsoConnection>("get_sso", { org });
        return { sso: body, etag };
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null;
        throw error;
      }
    },
  });

/** What the page for signing in offers; without a name, of the only organization that there is. */
export const signInOptionQuery = (organization: string | undefined) =>
  queryOptions({
    queryKey: ["sign-in-option", organization ?? ""],
    queryFn: async () => {
      const query = organization === undefined ? "" : `?${new URLSearchParams({ organization })}`;
      return (await request<SignInOption>("GET", `${calls.find_sso.path}${query}`)).body;
    },
    staleTime: 60_000,
  });

export const keysQuery = (org: string) =>
  queryOptions({
    queryKey: ["keys", org],
    queryFn: async () => (await send<Listed<ApiKey>>("list_api_keys", { org })).body,
  });

export const scimTokensQuery = (org: string) =>
  queryOptions({
    queryKey: ["scim tokens", org],
    queryFn: async () => (await send<Listed<ScimToken>>("list_scim_tokens", { org })).body,
  });

export function useDefinitions(): Definitions {
  const { data } = useQuery(definitionsQuery);
  if (data === undefined) throw new Error("the frame shows pages only when the definitions are there");
  return data;
}

export function useDefinition(kind: string): Definition | undefined {
  return useDefinitions().kinds.find((definition) => definition.kind === kind);
}

/** The session is over, and nobody chose that: the page stays as it is until somebody signs in over it. */
function endSession(client: QueryClient, ended: Ended = "over"): void {
  client.setQueryData(sessionQuery.queryKey, (who) => who && { ...who, ended: who.ended ?? ended });
}

/** Another tab has another session now. @param mark what `markOf` says of it there */
export function followSession(client: QueryClient, mark: string): void {
  const { queryKey } = sessionQuery;
  if (mark === markOf(client.getQueryData(queryKey))) return;
  if (mark === "") endSession(client, "signed_out");
  else void client.invalidateQueries({ queryKey });
}

/** Calls that were refused for want of a session, as far as that is known. */
const forWantOfSession = new WeakSet<Error>();

/** Whether the session's end says all that there is to say of an error. */
export function isForWantOfSession(error: unknown): boolean {
  return error instanceof Error && forWantOfSession.has(error);
}

/** After a call that was answered 401: where the session is over the page says so; where it is not, the error is shown. */
export async function askForSession(client: QueryClient, error: Refused): Promise<void> {
  forWantOfSession.add(error);
  const who = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  if (who !== undefined && who !== null && who.ended === undefined) forWantOfSession.delete(error);
}

/** The session may reach less than it did: what it reaches is asked for. */
export function checkSession(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** After a write that was taken: whether a suspension is over that the page still speaks of. */
export function checkSuspension(client: QueryClient): void {
  const { organizations = [] } = client.getQueryData(sessionQuery.queryKey) ?? {};
  if (organizations.some(({ suspension }) => suspension !== null)) checkSession(client);
}

/** Of a page whose session is over: nothing of it is kept, and the sign-in takes its place. */
export function forgetPage(client: QueryClient): void {
  forgetAll(client);
  client.setQueryData(sessionQuery.queryKey, null);
}

/** Replaces the signed-in person by another one, or by nobody, and forgets what the previous one read. */
export function changePerson(client: QueryClient, who: WhoAmI | null): void {
  const before = client.getQueryData(sessionQuery.queryKey);
  if (who !== null && before?.user.id === who.user.id) void client.invalidateQueries({ predicate: isRead });
  else forgetAll(client);
  client.setQueryData(sessionQuery.queryKey, who);
  postMark(markOf(who));
}

function forgetAll(client: QueryClient): void {
  client.removeQueries({ predicate: isRead });
}

/** What somebody read, which the next one may not see. */
function isRead({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== definitionsQuery.queryKey[0] && queryKey[0] !== sessionQuery.queryKey[0];
}

/** After a write, whatever may show the change is read again. */
export function useForgetRows(org: string) {
  const client = useQueryClient();
  return () => {
    for (const key of ["rows", "row", "read"]) void client.invalidateQueries({ queryKey: [key, org] });
  };
}

/** The same after a write that may be of the organization's settings: the session has its name and its time zone. */
export function useForgetAll(org: string) {
  const client = useQueryClient();
  const forget = useForgetRows(org);
  return () => {
    forget();
    checkSession(client);
  };
}
