/** A link that leads nowhere: too old, used before, or replaced by a newer one. */
import { Button } from "@mantine/core";
import { Refusal } from "./refusal.tsx";

interface DeadLinkProps {
  readonly error: unknown;
  readonly title?: string;
}

export function DeadLink({ error, title = "This link does not work" }: DeadLinkProps) {
  return (
    <>
      <Refusal error={error} title={title} />
      {/* Whoever is signed in already comes to their own pages by it. */}
      <Button component="a" href="/" fullWidth>
        Go to the sign-in
      </Button>
    </>
  );
}
