/** What stands against a plan, and what should be known before it is applied: each with its row and field. */
import { Alert, List } from "@mantine/core";
import type { PlanNotice } from "../../api/plan-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { placeOf } from "./words.ts";

interface NoticesProps {
  readonly title: string;
  readonly notices: readonly PlanNotice[];
  readonly color: "red" | "yellow";
}

export function Notices({ title, notices, color }: NoticesProps) {
  const { kinds } = useDefinitions();
  if (notices.length === 0) return null;
  return (
    <Alert color={color} mb="md" title={title} role="region" aria-label={title}>
      <List size="sm" spacing={6} listStyleType="none" className="inline">
        {notices.map((notice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same of one row
          <List.Item key={index} style={{ overflowWrap: "anywhere" }}>
            <b>{placeOf(kinds, notice)}</b> {notice.message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
