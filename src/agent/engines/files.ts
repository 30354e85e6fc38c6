/** Engines that read files from a directory and take them over when they are asked to: Prometheus, vmalert, Alertmanager, blackbox_exporter. */

import { setTimeout as pause } from "node:timers/promises";
import type { Directory } from "../directory.ts";
import { type Engine, EngineAway, EngineProblem } from "../engine.ts";
import type { EngineHttp } from "./http.ts";

/** Large files take an engine long: 17,000 rules some 15 seconds. */
const reload_ms = 120_000;

/** How often an engine that reads its files again is asked whether it is there, and how often in a row it may be silent. */
const [alive_ms, maySilent] = [5_000, 2];

/** Asks it to read its files again. It may take long for that; one that hangs is not waited for. @throws EngineProblem */
export async function askToReload(http: EngineHttp, path: string): Promise<void> {
  await aliveAt(http);
  const over = new AbortController();
  const reloaded = http.request("POST", path, undefined, reload_ms).finally(() => over.abort());
  await Promise.race([reloaded, whenSilent(http, over.signal)]);
}

/** An engine that has another way to say so, or keeps it to itself, is there. @throws EngineAway */
async function aliveAt(http: EngineHttp): Promise<void> {
  await http.request("GET", "/-/healthy").catch((error: unknown) => {
    if (error instanceof EngineAway) throw error;
  });
}

/** Ends with the signal. @throws EngineAway once the engine has been silent */
async function whenSilent(http: EngineHttp, signal: AbortSignal): Promise<void> {
  for (let silent = 0; ; ) {
    await pause(alive_ms, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    try {
      await aliveAt(http);
      silent = 0;
    } catch (error) {
      silent += 1;
      if (silent === maySilent) throw error;
    }
  }
}

/** What is particular to one engine. It is verified when the directory holds the rendering. */
export interface FileEngine extends Omit<Engine, "apply"> {
  /** Asks it to read its files again, and waits until it has. @throws EngineProblem where it refuses them */
  reload(): Promise<void>;
}

/** How such an engine is reached. */
export interface FileEngineOptions {
  readonly http: EngineHttp;
  /** The path, query included, that makes it read its files again. */
  readonly reloadPath: string;
  /** Where its files are, and the secrets that they name. */
  readonly directory: string;
  /** What answers queries over the figures, where the engine itself keeps none: vmalert. */
  readonly queries?: EngineHttp | undefined;
}

export function createFileEngine(directory: Directory, engine: FileEngine): Engine {
  const { reload, ...others } = engine;
  return {
    ...others,
    async apply(render) {
      const wrote = await directory.write(render);
      try {
        await reload();
      } catch (error) {
        // An engine that is away reads the files when it starts: good ones, or any where it has none to start with.
        const keeps = error instanceof EngineAway && (wrote?.checked || !wrote?.replaced);
        if (wrote !== undefined && !keeps) {
          await wrote.putBack();
          // If it has read the new files, this takes them back. If it refused them, its last reload is a good one again.
          await reload().catch(() => {});
        }
        throw error;
      } finally {
        await wrote?.forget();
      }
      // What it took and does not use is no fault of the files: they stay.
      await engine.verify(render);
    },
    async verify(render) {
      const difference = await directory.difference(render);
      if (difference !== undefined) throw new EngineProblem(difference);
      await engine.verify(render);
    },
  };
}

/** The value of an engine's own metric without labels; undefined where it has none. */
export function metricIn(metrics: string, name: string): number | undefined {
  const found = new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1];
  return found === undefined ? undefined : Number(found);
}

export async function metricsOf(http: EngineHttp): Promise<string> {
  return (await http.request("GET", "/metrics")).text;
}

/** An engine may answer any text; no version is longer. */
const longestVersion = 100;

/** The digits of a version: 2.42.0 of "2.42.0+ds". */
export function versionIn(text: unknown): string | undefined {
  return typeof text === "string" ? /\d+(\.\d+){1,2}/.exec(text.slice(0, longestVersion))?.[0] : undefined;
}
