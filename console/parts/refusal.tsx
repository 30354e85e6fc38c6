/** The service's "no", said once, with the way out that it names. */
import { Alert, Text } from "@mantine/core";
import { useContext } from "react";
import { Refused } from "../api/client.ts";
import { SessionContext } from "../shell/session.ts";

export function Refusal({ error, title }: { readonly error: unknown; readonly title?: string }) {
  const inside = useContext(SessionContext) !== undefined;
  if (error === null || error === undefined) return null;
  // Within the pages this is the session's end: the sign-in over them says it, and it is over after that.
  if (inside && error instanceof Refused && error.status === 401) return null;
  const id = error instanceof Refused ? error.body.request_id : undefined;
  return (
    <Alert color="red" role="alert" title={title} mb="md">
      <Text size="sm">{messageOf(error)}</Text>
      {id === undefined ? null : (
        <Text size="xs" className="mono" mt={4}>
          {id}
        </Text>
      )}
    </Alert>
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
