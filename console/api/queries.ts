/** What pages read, kept for a while and shared between them. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition, Definitions } from "../../src/surfaces/console/definitions.ts";
import { act, Refused, send } from "./client.ts";
import type { Rows, WhoAmI } from "./shapes.ts";

export const definitionsQuery = queryOptions({
  queryKey: ["definitions"],
  queryFn: async () => (await fetch("/console/definitions.json")).json() as Promise<Definitions>,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Null where nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<WhoAmI | null> => {
    try {
      return (await send<WhoAmI>("get_session")).body;
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return null;
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

export interface Row {
  readonly row: JsonObject;
  readonly etag: string;
}

export const rowQuery = (org: string, definition: Definition, id: string) =>
  queryOptions({
    queryKey: ["row", org, definition.kind, id],
    queryFn: async (): Promise<Row> => {
      const input = definition.shape === "setting" ? {} : { id };
      const { body, etag } = await act<JsonObject>(org, definition.actionNames.get, input);
      return { row: body, etag: etag ?? "*" };
    },
  });

/** An action that only reads, by its name. */
export const readQuery = <T>(org: string, action: string, input: Readonly<Record<string, Json>>) =>
  queryOptions({
    queryKey: ["read", org, action, input],
    queryFn: async () => (await act<T>(org, action, input)).body,
  });

export function useDefinitions(): Definitions {
  const { data } = useQuery(definitionsQuery);
  if (data === undefined) throw new Error("the frame shows pages only when the definitions are there");
  return data;
}

export function useDefinition(kind: string): Definition | undefined {
  return useDefinitions().kinds.find((definition) => definition.kind === kind);
}

/** Puts another person, or nobody, in the place of whoever was signed in, and forgets what that one read. */
export function changePerson(client: QueryClient, who: WhoAmI | null): void {
  const kept: readonly unknown[] = [definitionsQuery.queryKey[0], sessionQuery.queryKey[0]];
  client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
  client.setQueryData(sessionQuery.queryKey, who);
}

/** After a write, whatever may show the change is read again. */
export function useForgetRows(org: string) {
  const client = useQueryClient();
  return () => {
    for (const key of ["rows", "row", "read"]) void client.invalidateQueries({ queryKey: [key, org] });
  };
}
