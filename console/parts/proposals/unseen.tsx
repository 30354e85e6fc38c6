/** At a row's page: that it was changed past change policies, and that nobody whom they name has looked. */
import { Alert, Text } from "@mantine/core";
import { useHere } from "../../shell/session.ts";
import { proposalPath } from "../paths.ts";
import { RichText } from "../rich-text.tsx";
import { LinkTo } from "../text.tsx";
import { Moment } from "../time.tsx";
import * as texts from "./texts.ts";
import { useUnseen } from "./use-proposals.ts";

export function UnseenHere({ kind, id }: { readonly kind: string; readonly id: string }) {
  const here = useHere();
  return useUnseen(kind, id).map((proposal) => (
    <Alert
      key={proposal.id}
      color="red"
      mb="md"
      role="region"
      className="form"
      aria-label={texts.pastPolicies}
    >
      <Text size="sm">
        <RichText
          of={texts.changedPast}
          policies={<b>{proposal.past_policies.join(", ")}</b>}
          who={proposal.created_by.name}
          when={<Moment at={proposal.created_at} />}
        />
      </Text>
      {proposal.reason === "" ? null : (
        <Text size="sm" mt={4} className="prewrap">
          {proposal.reason}
        </Text>
      )}
      <LinkTo to={proposalPath(here.slug, proposal.id)} fw={550} mt={6}>
        {texts.lookAtIt}
      </LinkTo>
    </Alert>
  ));
}
