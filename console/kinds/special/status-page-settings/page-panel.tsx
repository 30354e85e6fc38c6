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

export function PagePanel({ loaded: { row }, form }: PartProps) {
  const { enabled, slug, logo_problem: logoProblem } = row;
  return (
    <Stack>
      <Card title="The page" label="The page" about="What everybody sees.">
        {enabled === true && typeof slug === "string" ? (
          <Text size="sm">
            <Anchor href={`/status/${slug}`} target="_blank" rel="noopener" inherit>
              Open /status/{slug}
            </Anchor>
          </Text>
        ) : (
          <Quiet>It is not served: switch it on, and give it a slug.</Quiet>
        )}
        {typeof logoProblem === "string" ? (
          <Text size="sm" mt="xs" role="note">
            Its logo is not shown. {logoProblem}
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
          { title: "Subscribers", about: "They get a message with each update.", value: confirmed },
          {
            title: "To confirm",
            about: "They got a question, and have not answered it yet.",
            value: pending,
          },
          {
            title: "Suspended",
            about: "Five messages in a row were turned down: they get no more until they confirm again.",
            value: suspended,
          },
        ]}
      />
    </Stack>
  );
}
