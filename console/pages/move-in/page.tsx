/** Move in: what another tool is configured with, shown as what it becomes here, proved, and then planned. */
import { useState } from "react";
import { Page } from "../../parts/page.tsx";
import { MoveInForm } from "./form.tsx";
import type { Previewed } from "./previewed.ts";
import { Result } from "./result.tsx";
import * as texts from "./texts.ts";

export function MoveInPage() {
  const [previewed, setPreviewed] = useState<Previewed>();
  return (
    <Page title={texts.moveIn} about={texts.dropWhatYourTeamRuns}>
      <MoveInForm onPreviewed={setPreviewed} onChanged={() => setPreviewed(undefined)} />
      {previewed === undefined ? null : <Result of={previewed} />}
    </Page>
  );
}
