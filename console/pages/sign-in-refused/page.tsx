/** Where a browser ends up that came back from a provider and was not let in. */
import { Button, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { sessionQuery } from "../../api/queries.ts";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { Fine } from "../../parts/text.tsx";
import * as texts from "./texts.ts";
import { explanationOf } from "./words.ts";

export function SignInRefusedPage() {
  const { reason, request_id: id } = useSearch({ strict: false }) as Readonly<Record<string, string>>;
  const { title, text } = explanationOf(reason);
  // The tab in which the page waits follows what this one reads.
  useQuery({ ...sessionQuery, enabled: reason === "done" });
  return (
    <AuthLayout width={420}>
      <Stack>
        <Title order={1}>{title}</Title>
        <Text size="sm">{text}</Text>
        {id === undefined ? null : (
          <Fine className="mono" style={{ overflowWrap: "anywhere" }}>
            {id}
          </Fine>
        )}
        {reason === "done" ? null : (
          <Button component="a" href="/" fullWidth>
            {texts.backToTheSignIn}
          </Button>
        )}
      </Stack>
    </AuthLayout>
  );
}
