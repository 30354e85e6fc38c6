/** What the reader can do about a proposal, always in sight; and where they cannot, why. */
import { Box, Button, Group } from "@mantine/core";
import { useState } from "react";
import { given } from "../../../src/kernel/given.ts";
import type { Proposal, Verb } from "../../api/proposal-shapes.ts";
import { useDecide } from "../../parts/proposals/use-proposals.ts";
import { verbWords } from "../../parts/proposals/words.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { Sentence } from "../../parts/time.tsx";
import { roleOf } from "../../parts/words.ts";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import * as texts from "./texts.ts";

/** The main one at the right, as everywhere. */
const order: readonly Verb[] = ["withdraw", "revert", "reject", "approve", "apply", "confirm"];

const forward: ReadonlySet<Verb> = new Set(["approve", "apply", "confirm"]);

export function DecideBar({ proposal }: { readonly proposal: Proposal }) {
  const here = useHere();
  const [deciding, setDeciding] = useState<{ readonly verb: Verb; readonly digest: string }>();
  const keep = useDecide(proposal.id);
  const { may, digest } = proposal;
  const { user } = useWhoAmI();
  const isOwn = proposal.created_by.email === user.email;
  // Who did not make it rejects it.
  const can = order.filter(
    (verb) => (verb !== "withdraw" || isOwn) && may.some(({ act, why }) => act === verb && why === null),
  );
  const main = can.findLast((verb) => forward.has(verb));
  const isMember = here.allows("operate");
  const press = (verb: Verb) =>
    // Nothing moves any more of what was applied: to keep it needs no second look.
    verb === "confirm" ? keep.mutate({ act: verb, digest, comment: "" }) : setDeciding({ verb, digest });
  if (may.length === 0) return null;
  return (
    <>
      <div className="below">
        <Refusal error={keep.error} />
      </div>
      <Group
        className="bar decide"
        justify="space-between"
        mt="xl"
        component="section"
        aria-label={texts.decide}
      >
        <Quiet component="div" aria-live="polite" style={{ flex: "1 1 280px" }}>
          {isMember ? <Standing proposal={proposal} /> : texts.needsTheRole(roleOf("operate"))}
        </Quiet>
        <Group gap="xs" className="decide-acts">
          {can.map((verb) => (
            <Button
              key={verb}
              variant={verb === main ? "filled" : "default"}
              color="accent"
              loading={verb === "confirm" && keep.isPending}
              onClick={() => press(verb)}
            >
              {verbWords[verb]}
            </Button>
          ))}
        </Group>
      </Group>
      {deciding === undefined ? null : (
        <DecideDialog proposal={proposal} {...deciding} close={() => setDeciding(undefined)} />
      )}
    </>
  );
}

/** What waits for the reader, and what stands against what they might do. */
function Standing({ proposal: { may, needs } }: { readonly proposal: Proposal }) {
  const yours = needs.length > 0 && may.some(({ act, why }) => act === "approve" && why === null);
  // That somebody may not withdraw what is not theirs, or approve what nobody has to, says nothing.
  const said = may.filter(
    ({ act, why }) => why !== null && act !== "withdraw" && (act !== "approve" || needs.length > 0),
  );
  return (
    <>
      {yours ? <b>{texts.waitsForYou}</b> : null}
      {said.map(({ act, why }) => (
        // On a phone there is room for what is missing before it is applied.
        <Box key={act} {...given({ visibleFrom: act === "approve" && said.length > 1 ? "sm" : undefined })}>
          <Sentence>{texts.cannot(verbWords[act], why ?? "")}</Sentence>
        </Box>
      ))}
    </>
  );
}
