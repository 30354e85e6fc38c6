/** Leads to the question which route gets an alert, asked with labels that are at hand. */
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { kindPath } from "../paths.ts";
import { LinkTo } from "../text.tsx";
import { labelsText } from "./labels-text.ts";

interface AskRouteProps {
  readonly labels: Readonly<Record<string, string>>;
  /** The question. */
  readonly children: string;
}

export function AskRoute({ labels, children }: AskRouteProps) {
  const here = useHere();
  return (
    <LinkTo to={kindPath(here.slug, kindNames.route)} search={{ labels: labelsText(labels) }}>
      {children}
    </LinkTo>
  );
}
