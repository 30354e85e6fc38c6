/** The service's "no", said once, with the way out that it names. */
import { Alert, Text } from "@mantine/core";
import { Refused } from "../api/client.ts";

export function Refusal({ error, title }: { readonly error: unknown; readonly title?: string }) {
  if (error === null || error === undefined) return null;
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
