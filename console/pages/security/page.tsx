/** What protects a person's account: second factors, recovery codes, and where they are signed in. */
import { Stack } from "@mantine/core";
import { Page } from "../../parts/page.tsx";
import { Factors } from "./factors.tsx";
import { Sessions } from "./sessions.tsx";
import * as texts from "./texts.ts";

export function SecurityPage() {
  return (
    <Page title={texts.security} about={texts.yourSecondFactors}>
      <Stack gap="lg">
        <Factors />
        <Sessions />
      </Stack>
    </Page>
  );
}
