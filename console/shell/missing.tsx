import { Anchor, Button, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSignOut } from "./account-menu.tsx";
import { useWhoAmI } from "./session.ts";
import * as texts from "./texts.ts";

export function NoPage() {
  return <Missing />;
}

/** A page, a kind or a row that is not there; what belongs to others is not there either. */
export function Missing({ what = "page" }: { readonly what?: string }) {
  return (
    <div className="page">
      <Title order={1}>{texts.thereIsNoSuch(what)}</Title>
      <Text mt="xs" c="dimmed">
        {texts.itWasDeleted}
      </Text>
      <Anchor component={Link} to="/" mt="md" display="inline-block">
        {texts.backToTheOverview}
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
      <Title order={1}>{texts.youCannotOpenThisOrganization}</Title>
      <Text mt="xs" maw={560}>
        {texts.youAreSigned(user.email)}
      </Text>
      <Group mt="md">
        <Button onClick={() => leave.mutate()} loading={leave.isPending}>
          {texts.signInWithAnotherAccount}
        </Button>
        <Anchor component={Link} to="/">
          {texts.backToTheOverview}
        </Anchor>
      </Group>
    </div>
  );
}
