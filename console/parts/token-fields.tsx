/** What a person says of a token: for themselves, for a program that asks for one, or of one that is there. */
import { MultiSelect, Select, TextInput } from "@mantine/core";
import { type Role, roles } from "../../src/kernel/access.ts";
import type { Organization } from "../api/shapes.ts";
import { problemsOf } from "../forms/context.ts";
import { expiries, expiryAt } from "./expiries.ts";
import { ExpirySelect } from "./expiry-select.tsx";
import { ProposeOnly } from "./propose-only.tsx";
import * as texts from "./texts.ts";
import { words } from "./words.ts";

const own = "own";
/** The end that it has. */
const same = "same";

export interface TokenChoice {
  readonly name: string;
  /** Ids of organizations. */
  readonly where: readonly string[];
  /** Null: the person's own role. */
  readonly ceiling: Role | null;
  /** Whether it only reads and proposes. */
  readonly proposes: boolean;
  /** In days; `same` leaves it as it is, empty: never. */
  readonly expiry: string;
}

/** The choice that leaves a token as it is. */
export function choiceOf(token: {
  readonly name: string;
  readonly organizations: readonly Organization[];
  readonly max_role: Role | null;
  readonly propose_only: boolean;
}): TokenChoice {
  const where = token.organizations.map(({ id }) => id);
  return { name: token.name, where, ceiling: token.max_role, proposes: token.propose_only, expiry: same };
}

/** As the calls take it. */
export function tokenBody({ name, where, ceiling, proposes, expiry }: TokenChoice) {
  const end = expiry === same ? {} : { expires_at: expiryAt(expiry) };
  return { name, organizations: where, max_role: ceiling, propose_only: proposes, ...end };
}

interface TokenFieldsProps {
  readonly choice: TokenChoice;
  readonly change: (choice: TokenChoice) => void;
  readonly organizations: readonly Organization[];
  /** Whether the token is there, and only less can be chosen than it has. */
  readonly narrowing?: Pick<TokenChoice, "ceiling" | "proposes">;
  /** Whose problems the fields show. */
  readonly error: unknown;
  readonly focus?: boolean;
  readonly whereAbout: string;
}

export function TokenFields(props: TokenFieldsProps) {
  const { choice, change, organizations, narrowing, error, focus = false, whereAbout } = props;
  const problems = problemsOf(error);
  const set = (part: Partial<TokenChoice>) => change({ ...choice, ...part });
  const most = narrowing?.ceiling ?? null;
  const ceilings = most === null ? roles : roles.slice(0, roles.indexOf(most) + 1);
  return (
    <>
      <TextInput
        label={texts.name}
        withAsterisk
        {...(focus ? { "data-autofocus": true } : {})}
        placeholder={texts.myAssistant}
        value={choice.name}
        error={problems.get("name")}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <MultiSelect
        label={texts.organizations}
        withAsterisk
        data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        value={[...choice.where]}
        error={[...problems].find(([path]) => path.startsWith("organizations"))?.[1]}
        description={whereAbout}
        onChange={(where) => set({ where })}
      />
      <Select
        label={texts.highestRole}
        allowDeselect={false}
        data={[
          ...ceilings.map((role) => ({ value: role as string, label: words(role) })),
          ...(most === null ? [{ value: own, label: texts.myOwnRole }] : []),
        ]}
        value={choice.ceiling ?? own}
        error={problems.get("max_role")}
        description={texts.theTokenCanDoWhat}
        onChange={(value) => set({ ceiling: roles.find((role) => role === value) ?? null })}
      />
      <ProposeOnly
        checked={choice.proposes}
        change={(proposes) => set({ proposes })}
        problem={problems.get("propose_only")}
        disabled={narrowing?.proposes === true}
      />
      <ExpirySelect
        data={
          narrowing === undefined
            ? expiries
            : [{ value: same, label: texts.asItIs }, ...expiries.slice(0, -1)]
        }
        value={choice.expiry}
        error={problems.get("expires_at")}
        change={(expiry) => set({ expiry })}
      />
    </>
  );
}
