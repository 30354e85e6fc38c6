/** Engines that read files from a directory and take them over when they are asked to: Prometheus, vmalert, Alertmanager, blackbox_exporter. */

import type { Directory } from "../directory.ts";
import { type Engine, EngineAway, EngineProblem, type Render } from "../engine.ts";
import type { EngineHttp } from "./http.ts";

/** Large files take an engine long: 17,000 rules some 15 seconds. */
export const reload_ms = 120_000;

/** What is particular to one engine. */
export interface FileEngine {
  /** Asks it to read its files again, and waits until it has. @throws EngineProblem where it refuses them */
  reload(): Promise<void>;
  /** Looks whether it runs the files that are in the directory. @throws EngineProblem where it does not */
  verify(render: Render): Promise<void>;
  version(): Promise<string | undefined>;
  readonly remark?: Engine["remark"] | undefined;
  readonly faults?: Engine["faults"] | undefined;
  readonly readBack?: Engine["readBack"] | undefined;
  readonly alertSide?: Engine["alertSide"] | undefined;
}

export function createFileEngine(directory: Directory, engine: FileEngine): Engine {
  const { remark, faults, readBack, alertSide } = engine;
  return {
    async apply(render) {
      const wrote = await directory.write(render);
      try {
        await engine.reload();
      } catch (error) {
        // An engine that is away reads the files when it starts: good ones, or any where it has none to start with.
        const keeps = error instanceof EngineAway && (wrote?.checked || !wrote?.replaced);
        if (wrote !== undefined && !keeps) {
          await wrote.putBack();
          // If it has read the new files, this takes them back. If it refused them, its last reload is a good one again.
          await engine.reload().catch(() => {});
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
    version: () => engine.version(),
    remark,
    faults,
    readBack,
    alertSide,
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
