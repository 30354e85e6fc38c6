/** A link that leads nowhere: too old, used before, or replaced by a newer one. */
import { Button, Stack, Text, Title } from "@mantine/core";
import { isTransient } from "../api/client.ts";
import { messageOf, Refusal } from "./refusal.tsx";
import * as texts from "./texts.ts";

interface DeadLinkProps {
  readonly error: unknown;
  readonly title?: string;
}

export function DeadLink({ error, title = texts.thisLinkDoesNotWork }: DeadLinkProps) {
  // What may be answered in a moment says nothing of the link.
  if (isTransient(error)) return <Refusal error={error} />;
  return (
    <Stack>
      <Title order={1}>{title}</Title>
      <Text size="sm" role="alert">
        {messageOf(error)}
      </Text>
      {/* Whoever is signed in already comes to their own pages by it. */}
      <Button component="a" href="/" fullWidth>
        {texts.goToTheSignIn}
      </Button>
    </Stack>
  );
}
