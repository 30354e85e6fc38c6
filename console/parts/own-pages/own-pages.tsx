/** The reader's pages that nobody has answered yet, with what can be done about each. */
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import type { Listed } from "../../api/shapes.ts";
import type { OwnPage, PageAnswered } from "../../api/way-shapes.ts";
import { SmallButton } from "../buttons.tsx";
import { Card } from "../card.tsx";
import { Refusal } from "../refusal.tsx";
import { Fine, LinkTo } from "../text.tsx";
import { Moment } from "../time.tsx";
import * as texts from "./texts.ts";

const againMs = 15_000;

const ownPagesQuery = queryOptions({
  queryKey: ["own-pages"],
  queryFn: async () => (await send<Listed<OwnPage>>("get_account_pages")).body.data,
  refetchInterval: againMs,
});

interface OwnPagesProps {
  /** Of this alert alone. */
  readonly alertId?: string;
}

/** Nothing where there are none. */
export function OwnPages({ alertId }: OwnPagesProps) {
  const { data = [], error } = useQuery(ownPagesQuery);
  const [done, setDone] = useState("");
  const shown =
    alertId === undefined ? data : data.filter(({ url }) => new URL(url).pathname.endsWith(`/${alertId}`));
  return (
    <>
      {alertId === undefined ? <Refusal error={error} /> : null}
      {shown.length === 0 ? null : (
        <Card title={texts.yourOpenPages} about={texts.nobodyAnswered} className="form" mb="md">
          <Stack gap="sm">
            {shown.map((page) => (
              <Line key={page.id} page={page} say={setDone} />
            ))}
          </Stack>
        </Card>
      )}
      <Text size="sm" role="status" {...(done === "" ? {} : { mb: "md" })}>
        {done}
      </Text>
    </>
  );
}

interface LineProps {
  readonly page: OwnPage;
  readonly say: (text: string) => void;
}

function Line({ page: { id, title, organization, url, at }, say }: LineProps) {
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: async (call: "acknowledge_page" | "pass_page_on") =>
      (await send<PageAnswered>(call, { id })).body,
    onSuccess({ outcome, people }) {
      say(
        outcome === "acknowledged"
          ? texts.isAcknowledged(title)
          : texts.isPassedOn(title, people.join(texts.and)),
      );
    },
    // It may be over meanwhile; the alert is another one, too.
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Paper>
      <Refusal error={answer.error} />
      <Group justify="space-between" gap="sm">
        <div style={{ flex: "1 1 220px", minWidth: 0 }}>
          <LinkTo to={new URL(url).pathname} fw={550}>
            {title}
          </LinkTo>
          <Fine component="div">
            {texts.inOrganization(organization)} <Moment at={at} />
          </Fine>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            aria-label={texts.acknowledgePage(title)}
            loading={answer.isPending && answer.variables === "acknowledge_page"}
            onClick={() => answer.mutate("acknowledge_page")}
          >
            {texts.acknowledge}
          </Button>
          <SmallButton
            aria-label={texts.passPageOn(title)}
            loading={answer.isPending && answer.variables === "pass_page_on"}
            onClick={() => answer.mutate("pass_page_on")}
          >
            {texts.passOn}
          </SmallButton>
        </Group>
      </Group>
    </Paper>
  );
}
