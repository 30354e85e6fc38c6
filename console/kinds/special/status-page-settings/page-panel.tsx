/** Where the page is, how many subscribe to it, and how it would look. */
import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { subscribersQuery } from "../../../api/queries.ts";
import { Card } from "../../../parts/card.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import { PagePreview } from "./preview.tsx";
import * as texts from "./texts.ts";

export function PagePanel({ loaded: { row }, form }: PartProps) {
  const { enabled, slug, logo_problem: logoProblem } = row;
  return (
    <Stack>
      <Card title={texts.thePage} label={texts.thePage} about={texts.whatEverybodySees}>
        {enabled === true && typeof slug === "string" ? (
          <Text size="sm">
            <Anchor href={`/status/${slug}`} target="_blank" rel="noopener" inherit>
              {texts.openStatus(slug)}
            </Anchor>
          </Text>
        ) : (
          <Quiet>{texts.itIsNotServedSwitch}</Quiet>
        )}
        {typeof logoProblem === "string" ? (
          <Text size="sm" mt="xs" role="note">
            {texts.itsLogoIsNotShown(logoProblem)}
          </Text>
        ) : null}
        <Subscribers />
      </Card>
      <PagePreview draft={form.draft} closed={form.whole.visibility === "password"} />
    </Stack>
  );
}

/** How many there are; who they are is shown to nobody. */
function Subscribers() {
  const here = useHere();
  const counts = useQuery(subscribersQuery(here.slug));
  if (counts.data === undefined) return <Refusal error={counts.error} />;
  const { confirmed, pending, suspended } = counts.data;
  return (
    <Stack gap={4} mt="md">
      <Facts
        facts={[
          { title: texts.subscribers, about: texts.theyGetAMessage, value: confirmed },
          {
            title: texts.toConfirm,
            about: texts.theyGotAQuestion,
            value: pending,
          },
          {
            title: texts.suspended,
            about: texts.fiveMessagesInARow,
            value: suspended,
          },
        ]}
      />
    </Stack>
  );
}
