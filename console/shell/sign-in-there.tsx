/** In the place of an organization's pages, where the session does not reach it. */
import { Button, Stack, Text } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import type { OtherOrganization } from "../api/shapes.ts";
import { Page } from "../parts/page.tsx";
import { signInHref } from "../parts/paths.ts";

export function SignInThere({ there: { name, sign_in_at: at } }: { readonly there: OtherOrganization }) {
  const { href } = useLocation();
  return (
    <Page title={`Sign in for ${name}`} pin={false}>
      <Stack align="flex-start">
        <Text maw={560}>
          {at === null
            ? `You are a member of ${name}, and this session began at the sign-in of another organization. Sign out, then sign in with your password.`
            : `${name} has its members sign in at its own provider. What you are signed in for now stays as it is.`}
        </Text>
        {at === null ? null : (
          <Button component="a" href={signInHref(at, href)}>
            Sign in for {name}
          </Button>
        )}
      </Stack>
    </Page>
  );
}
