import { Anchor, Button, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSignOut } from "./account-menu.tsx";
import { useWhoAmI } from "./session.ts";

export function NoPage() {
  return <Missing />;
}

/** A page, a kind or a row that is not there; what belongs to others is not there either. */
export function Missing({ what = "page" }: { readonly what?: string }) {
  return (
    <div className="page">
      <Title order={1}>There is no such {what}</Title>
      <Text mt="xs" c="dimmed">
        It was deleted, or the address is wrong, or it belongs to another organization.
      </Text>
      <Anchor component={Link} to="/" mt="md" display="inline-block">
        Back to the overview
      </Anchor>
    </div>
  );
}

/** Most often somebody follows a link with another account than it was meant for. */
export function MissingOrganization() {
  const { user } = useWhoAmI();
  const leave = useSignOut();
  return (
    <div className="page">
      <Title order={1}>You cannot open this organization</Title>
      <Text mt="xs" maw={560}>
        You are signed in as {user.email}, and this account is not a member. Ask an org admin there for an
        invitation, or sign in with another account: this page opens after that. If you typed the address,
        check it.
      </Text>
      <Group mt="md">
        <Button onClick={() => leave.mutate()} loading={leave.isPending}>
          Sign in with another account
        </Button>
        <Anchor component={Link} to="/">
          Back to the overview
        </Anchor>
      </Group>
    </div>
  );
}
