/** The service's "no", said once, with the way out that it names. */
import { Alert, Group, Text } from "@mantine/core";
import { type QueryClient, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { isTransient, Proposed, Refused } from "../api/client.ts";
import { isForWantOfSession, sessionQuery } from "../api/queries.ts";
import { SessionContext } from "../shell/session.ts";
import { SmallButton } from "./buttons.tsx";
import { proposalPath } from "./paths.ts";
import { RichText } from "./rich-text.tsx";
import { useShown } from "./shown-errors.ts";
import { LinkTo } from "./text.tsx";
import * as texts from "./texts.ts";
import { Sentence } from "./time.tsx";

/** What can be asked for again: a query, or several as one. */
export interface Again {
  readonly isFetching: boolean;
  refetch(): unknown;
}

export interface RefusalProps {
  readonly error: unknown;
  readonly title?: string;
  /** What could not be read: it is asked for again with a button, and by itself where that may help. */
  readonly again?: Again;
}

export function Refusal({ error, title, again }: RefusalProps) {
  const inside = useContext(SessionContext) !== undefined;
  const client = useQueryClient();
  useShown(error);
  // Whether it is the session's end is known once the session was asked for.
  useIsFetching({ queryKey: sessionQuery.queryKey });
  if (error === null || error === undefined) return null;
  // The sign-in over the pages says it, and it is over after that.
  if (inside && isForWantOfSession(error)) return null;
  if (error instanceof Proposed) return <AsProposal of={error} />;
  const id = error instanceof Refused ? error.body.request_id : undefined;
  return (
    <Alert color="red" role="alert" title={title} mb="md">
      <Text size="sm">
        {/* Who is not signed in has no organization, whose time zone would be asked for. */}
        {inside ? <Sentence>{messageOf(error)}</Sentence> : messageOf(error)}
        {again !== undefined && isTransient(error) ? texts.tryingAgainEveryFewSeconds : ""}
      </Text>
      {id === undefined ? null : (
        <Text size="xs" className="mono" mt={4} style={{ overflowWrap: "anywhere" }}>
          {id}
        </Text>
      )}
      {again === undefined ? null : (
        <Group mt="xs">
          <SmallButton
            loading={again.isFetching}
            onClick={() => {
              again.refetch();
              refetchFailed(client);
            }}
          >
            {texts.retry}
          </SmallButton>
        </Group>
      )}
    </Alert>
  );
}

/** Nothing went wrong: others look at it first. */
function AsProposal({ of: { org, proposal } }: { readonly of: Proposed }) {
  return (
    <Alert role="status" mb="md">
      <Text size="sm">
        <RichText
          of={texts.itWaitsAsAProposal}
          title={<LinkTo to={proposalPath(org, proposal.id)}>{proposal.title}</LinkTo>}
        />
      </Text>
    </Alert>
  );
}

/** Reads anew what else of the page could not be read: a service that was away failed all of it. */
export function refetchFailed(client: QueryClient): void {
  void client.refetchQueries({
    type: "active",
    predicate: ({ state }) => state.status === "error" && state.fetchStatus === "idle",
  });
}

/** Several queries as one: the first that failed, and all of these to be asked for again. */
export function failedOf(queries: readonly (Again & { readonly error: unknown })[]): {
  readonly error: unknown;
  readonly again: Again;
} {
  const failed = queries.filter(({ error }) => error !== null);
  return {
    error: failed[0]?.error ?? null,
    again: {
      isFetching: failed.some(({ isFetching }) => isFetching),
      refetch: () => Promise.all(failed.map((query) => query.refetch())),
    },
  };
}

export function messageOf(error: unknown): string {
  // The service's own sentence is for who sends calls by hand, and this one was asked about.
  if (error instanceof Refused && error.body.reason === "needs_approval" && error.body.needs !== undefined)
    return texts.heldBy(error.body.needs.map(({ policy }) => policy));
  return error instanceof Error ? error.message : String(error);
}
