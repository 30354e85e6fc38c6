/** What protects a person's account: second factors, recovery codes, and where they are signed in. */
import { Stack } from "@mantine/core";
import { Page } from "../../parts/page.tsx";
import { Factors } from "./factors.tsx";
import { Sessions } from "./sessions.tsx";

export function SecurityPage() {
  return (
    <Page title="Security" about="Your second factors, and the browsers in which you are signed in.">
      <Stack gap="lg">
        <Factors />
        <Sessions />
      </Stack>
    </Page>
  );
}
