/** What was changed past a set since it was applied last: what applying its bundle again would do. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { namedActions } from "../../api/calls.ts";
import type { Drift } from "../../api/plan-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { planPath } from "../../parts/paths.ts";
import { BackToPlans, Review, useOnly } from "../../parts/plans/review.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkIn } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function DriftPage() {
  const here = useHere();
  const { set = "" } = useParams({ strict: false });
  const [only, setOnly] = useOnly();
  const query = useQuery(readQuery<Drift>(here.slug, namedActions.getDrift, { set }));
  const { data } = query;
  return (
    <Page
      title={texts.driftOf(set)}
      above={<BackToPlans />}
      about={
        data === undefined ? undefined : (
          <RichText
            of={texts.applied}
            link={
              <LinkIn to={planPath(here.slug, data.plan_id)}>
                <Moment at={data.applied_at} />
              </LinkIn>
            }
          />
        )
      }
    >
      <Loading of={query} />
      {data?.drifted === false ? <Text size="sm">{texts.noDriftEveryRow}</Text> : null}
      {data?.drifted ? (
        <>
          <Text size="sm" mb="md" className="form">
            {texts.thisIsWhatPlanning}
          </Text>
          <Review of={data} only={only} setOnly={setOnly} />
        </>
      ) : null}
    </Page>
  );
}
