/** Signatures as Standard Webhooks has them (https://www.standardwebhooks.com), by its own library. */
import { Webhook } from "standardwebhooks";

const prefix = "whsec_";

/** The headers of one message; its id is the same at every try, so that a receiver knows a repetition. */
export function signatureHeaders(
  id: string,
  at: Date,
  body: string,
  secret: string | undefined,
): Record<string, string> {
  const stamped = { "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)) };
  if (secret === undefined || secret === "") return stamped;
  const signatures = keysOf(secret).map((key) => new Webhook(key, { format: "raw" }).sign(id, at, body));
  return { ...stamped, "webhook-signature": signatures.join(" ") };
}

/**
 * A secret in the standard's own form, `whsec_` and base64, is that key. Any other text is itself the key
 * (`whsec_` and its base64, at the receiver); where it happens to be base64 the message carries a signature
 * for either reading, because libraries take bare base64 for a key, too.
 */
function keysOf(secret: string): Buffer[] {
  const bare = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  const decoded = Buffer.from(bare, "base64");
  const isBase64 = decoded.length > 0 && unpadded(decoded.toString("base64")) === unpadded(bare);
  if (isBase64 && secret.startsWith(prefix)) return [decoded];
  return isBase64 ? [Buffer.from(secret), decoded] : [Buffer.from(secret)];
}

function unpadded(base64: string): string {
  return base64.replace(/=+$/, "");
}
