/** Where a browser ends up that came back from a provider and was not let in. */
import { Button, Stack, Text, Title } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { Fine } from "../../parts/text.tsx";
import { explanationOf } from "./words.ts";

export function SignInRefusedPage() {
  const { reason, request_id: id } = useSearch({ strict: false }) as Readonly<Record<string, string>>;
  const { title, text } = explanationOf(reason);
  return (
    <AuthLayout width={420}>
      <Stack>
        <Title order={1}>{title}</Title>
        <Text size="sm">{text}</Text>
        {id === undefined ? null : <Fine className="mono">{id}</Fine>}
        {reason === "done" ? null : (
          <Button component="a" href="/" fullWidth>
            Back to the sign-in
          </Button>
        )}
      </Stack>
    </AuthLayout>
  );
}
