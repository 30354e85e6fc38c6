import { Anchor, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";

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
