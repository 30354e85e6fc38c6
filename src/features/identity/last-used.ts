import type { CredentialReader } from "./port.ts";

type Kind = "key" | "token" | "session";

const flushIntervalMs = 5_000;
const minuteMs = 60_000;

/** When credentials were last used, kept to the minute and off the request's path. */
export function createLastUsed(
  credentials: CredentialReader,
  logger: { warn(details: object, message: string): void },
) {
  const waiting: Record<Kind, Map<string, Buffer>> = { key: new Map(), token: new Map(), session: new Map() };

  function note(kind: Kind, hash: Buffer, last: Date | null): void {
    if (last === null || Date.now() - last.getTime() >= minuteMs)
      waiting[kind].set(hash.toString("hex"), hash);
  }

  async function flush(): Promise<void> {
    for (const kind of Object.keys(waiting) as Kind[]) {
      const hashes = [...waiting[kind].values()];
      waiting[kind].clear();
      if (hashes.length === 0) continue;
      await credentials
        .touch(kind, hashes, new Date())
        .catch((err) => logger.warn({ err }, "last use was not noted"));
    }
  }

  const timer = setInterval(() => void flush(), flushIntervalMs);
  timer.unref();
  return {
    note,
    async flush(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
