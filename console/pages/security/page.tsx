/** What protects a person's account: second factors, recovery codes, and where they are signed in. */
import { Stack } from "@mantine/core";
import { Page } from "../../parts/page.tsx";
import { Factors } from "./factors.tsx";
import { Sessions } from "./sessions.tsx";

export function SecurityPage() {
  return (
    <Page title="Security" about="What you sign in with next to your password, and where you are signed in.">
      <Stack gap="lg">
        <Factors />
        <Sessions />
      </Stack>
    </Page>
  );
}
