/** The button that leads to an organization's own provider, from the sign-in or from a page that has to stay. */
import { Button, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { send } from "../api/client.ts";
import { changePerson } from "../api/queries.ts";
import type { WhoAmI } from "../api/shapes.ts";
import { PlainButton } from "./buttons.tsx";
import { signInHref } from "./paths.ts";
import { Refusal } from "./refusal.tsx";
import { Quiet } from "./text.tsx";
import * as texts from "./texts.ts";

interface AtProviderProps {
  /** Of the organization. */
  readonly name: string;
  readonly at: string;
  /** Whether it opens in another tab, because the page has to stay as it is. */
  readonly aside: boolean;
}

export function AtProvider({ name, at, aside }: AtProviderProps) {
  const { href } = useLocation();
  return (
    <Stack gap="xs">
      <Button
        component="a"
        href={signInHref(at, aside ? "/sign-in/refused?reason=done" : href)}
        {...(aside ? { target: "_blank" } : {})}
        variant="default"
        fullWidth
      >
        {texts.signInWith(name)}
      </Button>
      {aside ? <Continue /> : null}
    </Stack>
  );
}

/** What was done in the other tab is known here at once; where a browser keeps tabs apart, the button asks for it. */
export function Continue() {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: async () => (await send<WhoAmI>("get_session")).body,
    onSuccess: (who) => changePerson(client, who),
  });
  return (
    <>
      <Quiet>{texts.itOpensInAnotherTab}</Quiet>
      <PlainButton onClick={() => ask.mutate()} loading={ask.isPending}>
        {texts.continueHere}
      </PlainButton>
      <Refusal error={ask.error} />
    </>
  );
}
