/** One plan, read as a code review and then applied. */
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Refused } from "../../api/client.ts";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { planPath } from "../../parts/paths.ts";
import { ApplyBar } from "../../parts/plans/apply.tsx";
import { BackToPlans, Review, useOnly } from "../../parts/plans/review.tsx";
import { planQuery } from "../../parts/plans/use-plan.ts";
import { statusWords, summaryText } from "../../parts/plans/words.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { Status } from "../../parts/status.tsx";
import { Moment } from "../../parts/time.tsx";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function PlanReviewPage() {
  const here = useHere();
  const go = useNavigate();
  const { plan: id = "" } = useParams({ strict: false });
  const [only, setOnly] = useOnly();
  const query = useQuery(planQuery(here.slug, id));
  const { data: plan, error } = query;
  const above = <BackToPlans />;
  if (error instanceof Refused && error.status === 404) return <Missing what={texts.plan} />;
  if (plan === undefined) {
    return (
      <Page title={texts.planTitle} above={above}>
        <Loading of={query} />
      </Page>
    );
  }
  const done = plan.status === "applied";
  return (
    <Page
      title={texts.planWords(summaryText(plan.summary, done).toLowerCase())}
      above={above}
      about={
        <Group gap={6}>
          <Status {...statusWords[plan.status]} />
          <span>·</span>
          <span>
            {plan.created_by.name}, <Moment at={plan.created_at} />
          </span>
          {plan.set === null ? null : (
            <span>
              <RichText of={texts.set} set={<span className="mono">{plan.set}</span>} />
            </span>
          )}
          <span>{texts.unchanged(plan.summary.unchanged)}</span>
        </Group>
      }
    >
      <Review key={plan.id} of={plan} done={done} only={only} setOnly={setOnly} />
      {plan.changes.length === 0 && plan.problems.length === 0 ? (
        <Text size="sm">{texts.nothingDiffersEveryRow}</Text>
      ) : null}
      <ApplyBar
        key={`bar ${plan.id}`}
        plan={plan}
        onMade={(made) => void go({ to: planPath(here.slug, made.id) })}
      />
    </Page>
  );
}
