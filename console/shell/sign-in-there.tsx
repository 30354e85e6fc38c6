/** In the place of an organization's pages, where the session does not reach it. */
import { Button, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import type { OtherOrganization } from "../api/shapes.ts";
import { Page } from "../parts/page.tsx";
import { signInHref } from "../parts/paths.ts";

export function SignInThere({ there }: { readonly there: OtherOrganization }) {
  const { name, sign_in_at: at, needs } = there;
  const { href } = useLocation();
  if (needs === "second_factor") return <SecondFactorDue name={name} />;
  return (
    <Page title={`Sign in for ${name}`} pin={false}>
      <Stack align="flex-start">
        <Text maw={560}>
          {at === null
            ? `You are a member of ${name}, and this session is not good for it: it began at the sign-in of another organization, or an org admin ended it. Sign out, then sign in with your password.`
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

function SecondFactorDue({ name }: { readonly name: string }) {
  return (
    <Page title={`${name} requires a second factor`} pin={false}>
      <Stack align="flex-start">
        <Text maw={560}>
          Your password alone opens nothing of {name}. Add an app for codes or a passkey: it takes a minute,
          and everything is here again right after.
        </Text>
        <Button component={Link} to="/account/security">
          Add a second factor
        </Button>
      </Stack>
    </Page>
  );
}
