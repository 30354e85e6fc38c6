/** A proposal, as a pull request: what it would do now, who has to look, what was said, and what can be done about it. */
import { Alert, Group, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Refused } from "../../api/client.ts";
import type { Proposal } from "../../api/proposal-shapes.ts";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { planPath, proposalPath, proposalsPath } from "../../parts/paths.ts";
import { Review, useOnly } from "../../parts/plans/review.tsx";
import { useProposal } from "../../parts/proposals/use-proposals.ts";
import { isWatched, stateOf } from "../../parts/proposals/words.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { useSay } from "../../parts/say.tsx";
import { Status } from "../../parts/status.tsx";
import { LinkIn, LinkTo } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";
import { Conflicts } from "./conflicts.tsx";
import { DecideBar } from "./decide.tsx";
import "./proposal.css";
import { OnChange, Said } from "./said.tsx";
import { Side } from "./side.tsx";
import * as texts from "./texts.ts";
import { Watch } from "./watch.tsx";

export function ProposalPage() {
  const here = useHere();
  const { proposal: id = "" } = useParams({ strict: false });
  const query = useProposal(id);
  const { data: proposal, error } = query;
  const above = <LinkTo to={proposalsPath(here.slug)}>{texts.proposals}</LinkTo>;
  if (error instanceof Refused && error.status === 404) return <Missing what={texts.proposal} />;
  if (proposal === undefined) {
    return (
      <Page title={texts.proposalTitle} above={above}>
        <Loading of={query} />
      </Page>
    );
  }
  return (
    <Page
      title={proposal.title}
      above={above}
      about={
        <Group gap={6}>
          <Status {...stateOf(proposal)} />
          <span>
            <RichText
              of={texts.by}
              who={proposal.created_by.name}
              when={<Moment at={proposal.created_at} />}
            />
          </span>
          {proposal.set === null ? null : (
            <span>
              <RichText of={texts.set} set={<span className="mono">{proposal.set}</span>} />
            </span>
          )}
        </Group>
      }
    >
      <Whole key={proposal.id} proposal={proposal} />
    </Page>
  );
}

function Whole({ proposal }: { readonly proposal: Proposal }) {
  const [only, setOnly] = useOnly();
  const [first] = useState(proposal.digest);
  const done = proposal.applied_at !== null;
  useSay(`${proposal.title}: ${stateOf(proposal).label}`);
  return (
    <>
      {proposal.reason === "" ? null : (
        <Text size="sm" maw={720} mb="lg" className="prewrap">
          {proposal.reason}
        </Text>
      )}
      <Became proposal={proposal} />
      {proposal.digest === first ? null : (
        <Alert color="yellow" mb="md" role="status">
          <Text size="sm">{texts.itMovedWhileOpen}</Text>
        </Alert>
      )}
      {isWatched(proposal) ? <Watch proposal={proposal} /> : null}
      <div className="proposal">
        <div className="proposal-main">
          <Conflicts conflicts={proposal.conflicts} />
          <Review
            of={proposal}
            done={done}
            only={only}
            setOnly={setOnly}
            below={(change) => <OnChange proposal={proposal} change={change} />}
          />
        </div>
        <Side proposal={proposal} />
        <Said proposal={proposal} />
      </div>
      <DecideBar proposal={proposal} />
    </>
  );
}

/** Where it led. */
function Became({ proposal }: { readonly proposal: Proposal }) {
  const here = useHere();
  const { plan_id, applied_at, undo_plan_id, rest_proposal_id } = proposal;
  if (plan_id === null) return null;
  const to = (path: string) => (part: string) => <LinkIn to={path}>{part}</LinkIn>;
  return (
    <Text size="sm" mb="md" component="div">
      <RichText
        of={texts.appliedBy}
        when={<Moment at={applied_at} />}
        link={to(planPath(here.slug, plan_id))}
      />{" "}
      {undo_plan_id === null ? null : (
        <RichText of={texts.takenBackBy} link={to(planPath(here.slug, undo_plan_id))} />
      )}{" "}
      {rest_proposal_id === null ? null : (
        <RichText of={texts.rest} link={to(proposalPath(here.slug, rest_proposal_id))} />
      )}
    </Text>
  );
}
