/** vmalert: it reads the rule files that Prometheus reads, and answers to a reload before it has read them. */

import { setTimeout as pause } from "node:timers/promises";
import { vmalertVersion } from "../../renderers/connection-tests/exposition.ts";
import { oncePerRendering } from "../contents.ts";
import { EngineProblem } from "../engine.ts";
import { createFigures, createUnevaluated, createUnprobed } from "./figures.ts";
import { type FileEngine, type FileEngineOptions, metricIn, metricsOf, versionIn } from "./files.ts";
import { createRanges } from "./ranges.ts";
import { type LoadedGroup, refuseMissingGroups, renderedGroups } from "./rule-groups.ts";
import { createFaults } from "./rule-health.ts";

/** How long it is waited for that a reload shows in the metrics. Files without a change show only that it began. */
const settled_ms = 10_000;
const ask_ms = 250;

export function createVmalert({ http, reloadPath, directory, queries }: FileEngineOptions): FileEngine {
  const groupsOf = oncePerRendering(renderedGroups);

  async function counts() {
    const metrics = await metricsOf(http);
    return {
      tookAt: metricIn(metrics, "vmalert_config_last_reload_success_timestamp_seconds"),
      errors: metricIn(metrics, "vmalert_config_last_reload_errors_total"),
      successful: metricIn(metrics, "vmalert_config_last_reload_successful"),
      metrics,
    };
  }

  return {
    async reload() {
      const before = await counts();
      await http.request("POST", reloadPath);
      for (const end = performance.now() + settled_ms; performance.now() < end; await pause(ask_ms)) {
        const now = await counts();
        if (now.errors !== before.errors)
          throw new EngineProblem("vmalert refuses the files; its log says why");
        if (now.tookAt !== before.tookAt) return;
      }
    },
    async verify(render) {
      const { successful, metrics } = await counts();
      if (successful !== 1) throw new EngineProblem("the last reload of vmalert failed; its log says why");
      const wayOut = `start it with -rule=${directory}/*.rules.yml`;
      refuseMissingGroups(await groupsOf(render), loadedGroups(metrics), "vmalert", wayOut);
    },
    async version() {
      return versionIn(vmalertVersion(await metricsOf(http)));
    },
    faults: createFaults(http),
    // vmalert writes what it evaluates elsewhere, and answers no queries.
    readBack: queries && createFigures(queries),
    unevaluated: queries && createUnevaluated(queries),
    unprobed: queries && createUnprobed(queries),
    readRange: queries && createRanges(queries),
  };
}

function loadedGroups(metrics: string): LoadedGroup[] {
  const series = /^vmalert_iteration_total\{group="((?:[^"\\]|\\.)*)", file="((?:[^"\\]|\\.)*)"\}/gm;
  return Array.from(metrics.matchAll(series), ([, group = "", path = ""]) => ({
    path,
    group,
    rules: undefined,
  }));
}
