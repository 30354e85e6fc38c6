/**
 * Topics of Amazon SNS, by the action Publish of its query API: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
 * A subject has fewer than 100 characters in one line, and a message 262,144 bytes.
 */
import { topicArn } from "../../../resources/outbound-configs.ts";
import { readBy } from "./answers.ts";
import { type Format, unset } from "./format.ts";
import { fitted, headline, plainText } from "./texts.ts";

/** A character has at most three bytes for each of its units. */
const longest = { subject: 99, message: 60_000, id: 128 } as const;

export const sns: Format = ({ message, at }, target) => {
  const { secret, url, recipient } = target;
  if (secret === undefined)
    return unset("secret is not set: it holds the id of an access key, a colon, and its secret");
  if (!recipient) return unset("recipient is not set: it holds the ARN of the topic");
  const [, partition, region, fifo] = topicArn.exec(recipient) ?? [];
  if (region === undefined) return unset("recipient is no ARN of a topic of SNS");
  const domain = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
  const body = new URLSearchParams({
    Action: "Publish",
    Version: "2010-03-31",
    TopicArn: recipient,
    Subject: fitted(headline(message), longest.subject),
    Message: plainText(message, target.severity_map, longest.message),
    // All of a group in its order, and a try that is made again is the same message.
    ...(fifo === undefined
      ? {}
      : {
          MessageGroupId: idOf(message.dedup_key),
          MessageDeduplicationId: idOf(`${at}-${message.phase}-${message.dedup_key}`),
        }),
  });
  return {
    request: {
      method: "POST",
      url: url ?? `https://sns.${region}.${domain}/`,
      awsRegion: region,
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body: body.toString(),
    },
    read: readBy({ target, taken: "Amazon SNS took the message" }),
  };
};

function idOf(text: string): string {
  return text.replace(/[^\w.:-]/g, "_").slice(0, longest.id);
}
