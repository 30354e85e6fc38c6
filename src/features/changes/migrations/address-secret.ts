/** Whether the address of a webhook is a secret by itself: whoever knows it can post there, and needs nothing else. */
import { credentialIn, secretWordOf } from "../../../kernel/secret-names.ts";

/** Services that know their customer by the path. A host under one of these names is theirs too. */
const services = [
  ...["hooks.slack.com", "hooks.slack-gov.com", "discord.com", "discordapp.com", "api.telegram.org"],
  ...["webhook.office.com", "outlook.office.com", "outlook.office365.com", "logic.azure.com"],
  ...["api.powerplatform.com", "hooks.zapier.com", "make.com", "integromat.com", "maker.ifttt.com"],
  ...["pipedream.net", "webhook.site", "chat.googleapis.com", "webexapis.com", "api.ciscospark.com"],
  ...["events.pagerduty.com", "victorops.com", "zenduty.com", "squadcast.com", "hooks.spike.sh"],
  ...["betterstack.com", "betteruptime.com", "open.feishu.cn", "open.larksuite.com", "oapi.dingtalk.com"],
  ...["qyapi.weixin.qq.com", "sctapi.ftqq.com", "api.day.app", "hooks.glip.com", "api.flock.com"],
  ...["ntfy.sh", "hc-ping.com", "nosnch.in", "cronitor.link"],
];

/** The paths of Slack, Discord and Telegram, which others take over: `/services/T…/B…/…`, `/api/webhooks/1/…`, `/bot1:…`. */
const forms = [/\/services\/T\w+\/B\w+\/./i, /\/api\/(?:v\d+\/)?webhooks\/\d+\/./i, /\/bot\d+(?::|%3a)./i];

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** What of the address is a credential, or looks like one, in a few words without its value; undefined where nothing is seen. */
export function secretIn(address: string): string | undefined {
  const named = credentialIn(address);
  if (named !== undefined || !URL.canParse(address)) return named;
  const { hostname, pathname, searchParams, hash } = new URL(address);
  if (pathname !== "/" && services.some((name) => hostname === name || hostname.endsWith(`.${name}`)))
    return `the path, by which ${hostname} knows who posts`;
  if (forms.some((form) => form.test(pathname)) || hasSecretPart(pathname))
    return "a part of the path that looks like one";
  if ([...searchParams.values()].some(looksRandom)) return "a parameter that looks like one";
  return hash.includes("=") || looksRandom(hash) ? 'what stands after "#"' : undefined;
}

/** One that looks random, or that follows the name of a secret: `/token/abc1`. */
function hasSecretPart(path: string): boolean {
  const parts = path.split("/");
  return parts.some(
    (part, index) =>
      looksRandom(part) || (/\d/.test(part) && secretWordOf(parts[index - 1] ?? "") !== undefined),
  );
}

function looksRandom(text: string): boolean {
  return uuid.test(text) || text.split(/%[0-9a-f]{2}|[^a-z0-9]+/i).some(isRandom);
}

/** Names are of words: letters in one case, and digits together. */
function isRandom(run: string): boolean {
  if (run.length >= 32 || /^(?=.*\d.*\d)(?=.*[a-f].*[a-f])[0-9a-f]{10,}$/i.test(run)) return true;
  const changes = run.match(/[a-z](?=[A-Z])|[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? [];
  return run.length >= 12 && changes.length / (run.length - 1) > 0.22;
}
