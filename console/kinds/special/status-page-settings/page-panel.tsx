/** Where the page is, and how many subscribe to it. */
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { counted } from "../../../../src/kernel/readable.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import type { SubscriberCounts } from "../../../api/shapes.ts";
import { Card } from "../../../parts/card.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";

export function PagePanel({ loaded: { row } }: PartProps) {
  const here = useHere();
  const counts = useQuery({
    queryKey: ["subscribers", here.slug],
    queryFn: async () => (await act<SubscriberCounts>(here.slug, namedActions.countSubscribers, {})).body,
  });
  const { enabled, slug } = row;
  return (
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
      <Refusal error={counts.error} />
      {counts.data === undefined ? null : (
        <Text size="sm" mt="xs">
          {counted(counts.data.confirmed, "subscriber")}, {counts.data.pending} to confirm,{" "}
          {counts.data.suspended} suspended
        </Text>
      )}
    </Card>
  );
}
