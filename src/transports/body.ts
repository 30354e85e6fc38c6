/** The bodies of answers. */
import { SendFailure } from "./port.ts";

/**
 * Reads a body to its end; the connection of one that is longer than so many bytes is closed.
 * @param encoding how bytes become text
 * @param cut whether as much as came is enough, where it breaks off or is too long
 * @throws SendFailure for one that is longer
 */
export async function bodyText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  cut = false,
  encoding: "utf8" | "base64" = "utf8",
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new SendFailure("refused", "its answer was too long");
      chunks.push(chunk);
    }
  } catch (error) {
    if (!cut) throw error;
  }
  return Buffer.concat(chunks).toString(encoding);
}
