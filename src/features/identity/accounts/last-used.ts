import { currentMs, currentTime } from "../../../engine/clock.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { CredentialReader, Use } from "./credentials-store.ts";

type Kind = "key" | "token" | "session";

const flushIntervalMs = 5_000;
const minuteMs = 60_000;

/** When credentials were last used, kept to the minute and off the request's path. */
export class LastUsed {
  readonly #credentials: Pick<CredentialReader, "touch">;
  readonly #waiting: Record<Kind, Map<string, Use>> = {
    key: new Map(),
    token: new Map(),
    session: new Map(),
  };
  readonly background: Periodic;

  constructor(credentials: Pick<CredentialReader, "touch">, log: Pick<Log, "error">) {
    this.#credentials = credentials;
    this.background = new Periodic({
      name: "record of when credentials were last used",
      everyMs: flushIntervalMs,
      run: () => this.flush(),
      log,
    });
  }

  note(kind: Kind, hash: Buffer, last: Date | null, address: string | undefined): void {
    if (last === null || currentMs() - last.getTime() >= minuteMs)
      this.#waiting[kind].set(hash.toString("hex"), { hash, address });
  }

  async flush(): Promise<void> {
    for (const kind of Object.keys(this.#waiting) as Kind[]) {
      const uses = [...this.#waiting[kind].values()];
      this.#waiting[kind].clear();
      if (uses.length > 0) await this.#credentials.touch(kind, uses, currentTime());
    }
  }
}
