/** An icon for each sort of what routes lead to, next to its name. */
import type { Icon } from "@tabler/icons-react";
import IconBell from "@tabler/icons-react/dist/esm/icons/IconBell.mjs";
import IconCalendarEvent from "@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconTicket from "@tabler/icons-react/dist/esm/icons/IconTicket.mjs";
import IconUsersGroup from "@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs";
import IconWebhook from "@tabler/icons-react/dist/esm/icons/IconWebhook.mjs";
import { kindNames } from "../../kinds/names.ts";

const ofRows: Readonly<Record<string, Icon>> = {
  [kindNames.team]: IconUsersGroup,
  [kindNames.rota]: IconCalendarEvent,
  email: IconMail,
};

const ofTargets: Readonly<Record<string, Icon>> = {
  slack: IconMessage,
  teams: IconMessage,
  email: IconMail,
  servicenow: IconTicket,
  webhook: IconWebhook,
};

interface ReceiverIconProps {
  /** The row's kind, or `email` for a mailbox. */
  readonly kind: string;
  /** The kind of an outbound target. */
  readonly target: string | null;
}

export function ReceiverIcon({ kind, target }: ReceiverIconProps) {
  const Icon = (target === null ? ofRows[kind] : ofTargets[target]) ?? IconBell;
  return <Icon className="icon" size={15} stroke={1.75} aria-hidden />;
}
