/** How the reader is reached: what is open, their ways, and in which order these are taken. */
import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Loading } from "../../parts/loading.tsx";
import { OwnPages } from "../../parts/own-pages/own-pages.tsx";
import { Page } from "../../parts/page.tsx";
import { StepsCard } from "./steps.tsx";
import * as texts from "./texts.ts";
import { stepsQuery, waysQuery } from "./use-ways.ts";
import { WaysCard } from "./ways.tsx";

export function WaysPage() {
  const ways = useQuery(waysQuery);
  const steps = useQuery(stepsQuery);
  return (
    <Page title={texts.title} about={texts.about}>
      <OwnPages />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: "start" }}>
        <div style={{ minWidth: 0 }}>
          <Loading of={ways} count={3} />
          {ways.data === undefined ? null : <WaysCard ways={ways.data} />}
        </div>
        <div style={{ minWidth: 0 }}>
          <Loading of={steps} count={3} />
          {ways.data === undefined || steps.data === undefined
            ? null
            : (["page", "other"] as const).map((urgency) => (
                <StepsCard
                  // What was saved elsewhere, or lost its way, begins anew.
                  key={`${urgency} ${JSON.stringify(steps.data[urgency])}`}
                  {...{ urgency, ways: ways.data.data, steps: steps.data }}
                />
              ))}
        </div>
      </SimpleGrid>
    </Page>
  );
}
