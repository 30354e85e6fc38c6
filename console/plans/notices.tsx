/** What stands against a plan, and what should be known before it is applied: each with its row and field. */
import { Alert, List, Text } from "@mantine/core";
import type { PlanNotice } from "../api/plan-shapes.ts";
import { useDefinitions } from "../api/queries.ts";
import { sentence } from "../forms/context.ts";
import { keyName, oneOf, words } from "../parts/words.ts";

interface NoticesProps {
  readonly title: string;
  readonly notices: readonly PlanNotice[];
  readonly color: "red" | "yellow";
}

export function Notices({ title, notices, color }: NoticesProps) {
  if (notices.length === 0) return null;
  return (
    <Alert color={color} mb="md" title={title} component="section" aria-label={title}>
      <List size="sm" spacing={6} listStyleType="none" className="inline">
        {notices.map((notice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same of one row
          <List.Item key={index}>
            <b>
              <Place notice={notice} />
            </b>{" "}
            {sentence(notice.message)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** The row as people know it; without a key, its place in the bundle. */
function Place({ notice: { resource, key, field, index } }: { readonly notice: PlanNotice }) {
  const { kinds } = useDefinitions();
  const definition = kinds.find(({ kind }) => kind === resource);
  const kind = definition === undefined ? words(resource) : words(oneOf(definition));
  const name = key === null || definition?.shape === "setting" ? "" : keyName(kinds, resource, key);
  const entry = name === "" && typeof index === "number" ? `entry ${index + 1}` : name;
  return (
    <>
      {[kind, entry].filter((part) => part !== "").join(" ")}
      {field === "" ? "" : " · "}
      {field === "" ? null : (
        <Text span inherit className="mono">
          {field}
        </Text>
      )}
    </>
  );
}
