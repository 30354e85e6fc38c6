/** Proposals: what waits for the reader first, then what is open, approved and watched, and what is done. */
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { ProposalHead, Proposals } from "../../api/proposal-shapes.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { ChangesTabs } from "../../parts/changes/tabs.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Older } from "../../parts/older.tsx";
import { Page } from "../../parts/page.tsx";
import { plansPath, proposalPath } from "../../parts/paths.ts";
import { useLiveProposals } from "../../parts/proposals/use-proposals.ts";
import { type Group as GroupName, groupOf, groups, isWatched, stateOf } from "../../parts/proposals/words.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { Status } from "../../parts/status.tsx";
import { Faded, LinkTo, Quiet } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useAttention } from "../../parts/use-attention.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function ProposalsPage() {
  const here = useHere();
  const live = useLiveProposals();
  const closed = useClosed();
  const attention = useAttention();
  const sections = attention.data?.sections ?? [];
  const yours = new Set(
    sections.flatMap(({ section, data }) =>
      data.flatMap(({ id, state }) => (section === "proposals" && state === "waits_for_you" ? [id] : [])),
    ),
  );
  const open = live.data ?? [];
  const of = (group: GroupName) => open.filter((proposal) => groupOf(proposal, yours) === group);
  const done = (closed.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .filter((proposal) => groupOf(proposal, yours) === "closed");
  const make = (
    <Button component={Link} to={plansPath(here.slug)}>
      {texts.planAChange}
    </Button>
  );
  const none = live.isSuccess && closed.isSuccess && open.length + done.length === 0;
  return (
    <Page title={texts.title} about={texts.about} action={none ? undefined : make}>
      <ChangesTabs at="proposals" />
      <Loading of={live} />
      {none ? (
        <Empty title={texts.noneYet} about={texts.whatOneIs}>
          {make}
        </Empty>
      ) : (
        <Stack gap="xl">
          {groups
            .filter((group) => group !== "closed" && of(group).length > 0)
            .map((group) => (
              <Part key={group} group={group} proposals={of(group)} />
            ))}
          {live.isSuccess ? <Done proposals={done} of={closed} /> : null}
        </Stack>
      )}
    </Page>
  );
}

/** All, the newest first: those that are not done are shown above. */
function useClosed() {
  const { slug } = useHere();
  return useInfiniteQuery({
    queryKey: ["read", slug, namedActions.listProposals, "all"],
    queryFn: async ({ pageParam }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam };
      return (await act<Proposals>(slug, namedActions.listProposals, { limit: 50, ...cursor })).body;
    },
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

interface PartProps {
  readonly group: GroupName;
  readonly proposals: readonly ProposalHead[];
}

function Part({ group, proposals }: PartProps) {
  return (
    <section aria-label={texts.groups[group]}>
      <Title order={2} mb="xs">
        {texts.ofGroup(texts.groups[group], proposals.length)}
      </Title>
      <ul className="lines">
        {proposals.map((proposal) => (
          <Line key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  );
}

interface DoneProps {
  readonly proposals: readonly ProposalHead[];
  readonly of: ReturnType<typeof useClosed>;
}

/** So many are shown at once. */
const most = 10;

function Done({ proposals, of }: DoneProps) {
  const [all, setAll] = useState(false);
  const shown = all ? proposals : proposals.slice(0, most);
  return (
    <section aria-label={texts.groups.closed}>
      <Title order={2} mb="xs">
        {texts.groups.closed}
      </Title>
      <Loading of={of} count={3} />
      {of.isSuccess && proposals.length === 0 ? <Quiet>{texts.nothingClosed}</Quiet> : null}
      <ul className="lines">
        {shown.map((proposal) => (
          <Line key={proposal.id} proposal={proposal} />
        ))}
      </ul>
      {shown.length < proposals.length ? (
        <PlainButton mt="md" onClick={() => setAll(true)}>
          {texts.showThem}
        </PlainButton>
      ) : (
        <Older of={of} what={texts.older} />
      )}
    </section>
  );
}

function Line({ proposal }: { readonly proposal: ProposalHead }) {
  const here = useHere();
  const { id, title, created_by, created_at, set } = proposal;
  return (
    <li>
      <LinkTo to={proposalPath(here.slug, id)} fw={550} style={{ overflowWrap: "anywhere" }}>
        {title}
      </LinkTo>
      <Group gap="0 12px">
        <Status {...stateOf(proposal)} />
        <Text span size="sm" c="dimmed">
          <RichText of={texts.proposedBy} who={created_by.name} when={<Moment at={created_at} />} />
        </Text>
        <When proposal={proposal} />
        {set === null ? null : <Faded fz="sm">{set}</Faded>}
      </Group>
    </li>
  );
}

/** What happens next by itself. */
function When({ proposal }: { readonly proposal: ProposalHead }) {
  const { apply_at, confirm_by, watch_until } = proposal;
  const watched = isWatched(proposal);
  const at = watched ? (confirm_by ?? watch_until) : apply_at;
  if (at === null) return null;
  const of = watched ? (confirm_by === null ? texts.watchEnds : texts.takenBackIn) : texts.appliesBy;
  return (
    <Text span size="sm" c="dimmed">
      <RichText of={of} when={<Moment at={at} />} />
    </Text>
  );
}
