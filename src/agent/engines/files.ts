/** Engines that read files from a directory and take them over when they are asked to: Prometheus, vmalert, blackbox_exporter. */
import { type Engine, EngineAway, EngineProblem, type Render } from "../agent.ts";
import type { Directory } from "../directory.ts";
import type { EngineHttp } from "./http.ts";

/** What is particular to one engine. */
export interface FileEngine {
  /** Asks it to read its files again. @throws EngineProblem where it refuses them */
  reload(): Promise<void>;
  /** Looks whether it runs the files that are in the directory. @throws EngineProblem where it does not */
  verify(render: Render): Promise<void>;
  version(): Promise<string | undefined>;
  readonly remark?: Engine["remark"];
  readonly readBack?: Engine["readBack"];
}

export function createFileEngine(directory: Directory, engine: FileEngine): Engine {
  const { remark, readBack } = engine;
  return {
    async apply(render) {
      const wrote = (await directory.holds(render)) ? undefined : await directory.write(render);
      try {
        await engine.reload();
        await engine.verify(render);
      } catch (error) {
        if (!(error instanceof EngineProblem) || wrote === undefined) throw error;
        // An engine that is away reads the files when it starts: good ones, or any where it has none to start with.
        const keeps = error instanceof EngineAway && (wrote.checked || !wrote.replaced);
        if (!keeps) {
          await wrote.putBack();
          // Where it read the new files already, it goes back; where it refused them, this does no harm.
          await engine.reload().catch(() => {});
        }
        throw error;
      }
    },
    async verify(render) {
      if (!(await directory.holds(render)))
        throw new EngineProblem("somebody changed the files of the engine");
      await engine.verify(render);
    },
    version: () => engine.version(),
    ...(remark === undefined ? {} : { remark }),
    ...(readBack === undefined ? {} : { readBack }),
  };
}

/** The value of an engine's own metric without labels, from its /metrics; undefined where it has none. */
export async function metricOf(http: EngineHttp, path: string, name: string): Promise<number | undefined> {
  const { text } = await http.ask("GET", path);
  const found = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The digits of a version: 2.42.0 of "2.42.0+ds". */
export function versionIn(text: unknown): string | undefined {
  return typeof text === "string" ? /\d+(\.\d+){1,2}/.exec(text)?.[0] : undefined;
}
