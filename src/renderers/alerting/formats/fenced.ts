/**
 * Messages for chats that read Markdown. All that alerts say stands in a block of code, in which nothing is a link, a
 * mention or markup; the address of the alert stands below it.
 */
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import { webAddress } from "../web-address.ts";
import type { SeverityMap } from "./severity.ts";
import { plainText } from "./texts.ts";

export function fenced(message: AlertMessage, map: SeverityMap, max: number): string {
  const address = webAddress(message.link) ?? "";
  const room = max - address.length - "```\n\n```\n".length;
  return `\`\`\`\n${plainText(message, map, room).replaceAll("`", "'")}\n\`\`\`\n${address}`;
}
