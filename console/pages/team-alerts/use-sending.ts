/** Makes the channel and the route in one plan, to be undone at once, and starts a drill of the route. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { PlanNotice } from "../../api/plan-shapes.ts";
import { rowsQuery, useDefinitions, useForgetRows } from "../../api/queries.ts";
import { freeName } from "../../forms/variant.ts";
import { kindNames } from "../../kinds/names.ts";
import { applyAll, makePlan } from "../../parts/plans/use-plan.ts";
import { noticeText } from "../../parts/plans/words.ts";
import { useNotice } from "../../shell/notice.tsx";
import { useHere } from "../../shell/session.ts";
import { type Answers, bundleOf } from "./bundle.ts";
import * as texts from "./texts.ts";

export interface Made {
  readonly team: string;
  /** Of the target and the route. */
  readonly name: string;
  readonly targetId: string;
  readonly routeId: string;
  /** Why no test was sent; null where one is under way. */
  readonly untested: unknown;
}

/** What the service has against it: nothing was made. */
export class Problems extends Error {
  readonly problems: readonly PlanNotice[];

  constructor(problems: readonly PlanNotice[], kinds: readonly Definition[]) {
    super(problems.map((problem) => noticeText(kinds, problem)).join(" "));
    this.problems = problems;
  }
}

interface Vendor {
  /** The field of a target that says which vendor's it is. */
  readonly deciding: string;
  readonly title: string;
}

export function useSending({ deciding, title }: Vendor) {
  const { slug } = useHere();
  const { kinds } = useDefinitions();
  const client = useQueryClient();
  const forget = useForgetRows(slug);
  const notice = useNotice();

  /** One name for both rows, which neither kind has. */
  async function nameFor(team: string): Promise<string> {
    const both = kinds.filter(({ kind }) => kind === kindNames.target || kind === kindNames.route);
    const lists = await Promise.all(
      both.map((definition) => client.fetchQuery({ ...rowsQuery(slug, definition), staleTime: 0 })),
    );
    return freeName(
      `${team} to ${title}`,
      lists.flatMap(({ data }) => data.map(({ name }) => String(name))),
    );
  }

  return useMutation({
    async mutationFn(answers: Answers): Promise<Made> {
      const team = answers.team.trim();
      const name = await nameFor(team);
      const bundle = bundleOf(answers, { deciding, name });
      const plan = await makePlan(client, slug, { action: namedActions.planChanges, input: { bundle } });
      if (plan.problems.length > 0) throw new Problems(plan.problems, kinds);
      await applyAll(slug, kinds, plan);
      notice.show({ text: texts.made(name), plan: plan.id });
      const idOf = (kind: string) => plan.changes.find(({ resource }) => resource === kind)?.id ?? "";
      const [targetId, routeId] = [idOf(kindNames.target), idOf(kindNames.route)];
      const untested = await act(slug, namedActions.startDrill, {
        route_id: routeId,
        until: "sent",
        confirm: true,
      }).then(
        () => null,
        (error: unknown) => error,
      );
      return { team, name, targetId, routeId, untested };
    },
    onSettled: forget,
  });
}
